import type { SafeStorage } from 'electron';
import type { SecretStore } from '../core.ts';
import { shellErrors } from './errors.ts';
import type { Store } from './settings-electron-store.ts';

/** Parts of Electron's safeStorage that are used. */
export type Cipher = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * Secrets encrypted with a key the operating system keeps. Where it keeps none, storing is refused with
 * `shell/secretsUnavailable`: a password is never written in plain text. Use after the application is ready.
 */
export function safeStorageSecrets(cipher: Cipher, kept: Store, platform: NodeJS.Platform): SecretStore {
  const set = async (name: string, value: string): Promise<void> => {
    await refuseWithoutKey(cipher, platform);
    const sealed = await cipher.encryptStringAsync(value);
    kept.store = { ...kept.store, [name]: sealed.toString('base64') };
  };
  return {
    kind: storeName(platform),
    get: async (name) => {
      const sealed = kept.store[name];
      if (typeof sealed !== 'string') return null;
      await refuseWithoutKey(cipher, platform);
      const opened = await open(cipher, sealed);
      // The system's key has changed; what was sealed with the former one is sealed again.
      if (opened.shouldReEncrypt) await set(name, opened.result);
      return opened.result;
    },
    set,
    remove: async (name) => {
      const { [name]: _removed, ...rest } = kept.store;
      kept.store = rest;
    },
  };
}

async function open(cipher: Cipher, sealed: string): ReturnType<Cipher['decryptStringAsync']> {
  try {
    return await cipher.decryptStringAsync(Buffer.from(sealed, 'base64'));
  } catch (cause) {
    throw shellErrors.secretUnreadable({}, { cause });
  }
}

async function refuseWithoutKey(cipher: Cipher, platform: NodeJS.Platform): Promise<void> {
  if (!(await cipher.isAsyncEncryptionAvailable())) {
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
