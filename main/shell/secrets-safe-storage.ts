import type { SafeStorage } from 'electron';
import type { SecretStore } from '../core.ts';
import { shellErrors } from './errors.ts';
import type { Store } from './settings-electron-store.ts';

/** Parts of Electron's safeStorage that are used. */
export type Cipher = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/**
 * Secrets encrypted with a key the operating system keeps. Where it keeps none, storing is refused with
 * `shell/secretsUnavailable`: a password is never written in plain text. Use after the application is ready.
 */
export function safeStorageSecrets(cipher: Cipher, kept: Store, platform: NodeJS.Platform): SecretStore {
  return {
    kind: storeName(platform),
    get: async (name) => {
      const value = kept.store[name];
      if (typeof value !== 'string') return null;
      refuseWithoutKey(cipher, platform);
      try {
        return cipher.decryptString(Buffer.from(value, 'base64'));
      } catch (cause) {
        throw shellErrors.secretUnreadable({}, { cause });
      }
    },
    set: async (name, value) => {
      refuseWithoutKey(cipher, platform);
      kept.store = { ...kept.store, [name]: cipher.encryptString(value).toString('base64') };
    },
    remove: async (name) => {
      const { [name]: _removed, ...rest } = kept.store;
      kept.store = rest;
    },
  };
}

function refuseWithoutKey(cipher: Cipher, platform: NodeJS.Platform): void {
  if (!cipher.isEncryptionAvailable()) {
    throw shellErrors.secretsUnavailable({ reason: `${storeName(platform)} cannot be used` });
  }
  if (platform !== 'linux') return;
  const backend = cipher.getSelectedStorageBackend();
  if (backend === 'basic_text' || backend === 'unknown') {
    throw shellErrors.secretsUnavailable({ reason: 'this computer has no keyring that protects them' });
  }
}

function storeName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the Keychain';
  return platform === 'win32' ? 'the Windows data protection' : 'the keyring of this computer';
}
