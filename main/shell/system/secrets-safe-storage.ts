import type { SafeStorage } from 'electron';
import { messageOf } from '../../messages/message.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import { shellErrors } from '../errors.ts';
import type { Store } from './settings-electron-store.ts';

export type Cipher = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * Encrypts secrets with a key of the operating system. Without one, throws `shell/secretsUnavailable` instead
 * of storing plain text. Requires Electron to be ready.
 */
export function safeStorageSecrets(cipher: Cipher, store: Store, platform: NodeJS.Platform): SecretStore {
  const set = async (name: string, value: string): Promise<void> => {
    await requireKey(cipher, platform);
    const sealed = await cipher.encryptStringAsync(value);
    if (platform === 'linux' && sealed.toString('latin1', 0, 3) === constantKeyTag) {
      throw shellErrors.secretsUnavailable({ reason: messageOf('storedIn/noKeyring') });
    }
    store.store = { ...store.store, [name]: sealed.toString('base64') };
  };
  const get = async (name: string): Promise<string | null> => {
    const sealed = store.store[name];
    if (typeof sealed !== 'string') return null;
    await requireKey(cipher, platform);
    const opened = await open(cipher, sealed);
    // Encrypts the secret again, because the system's key has changed.
    if (opened.shouldReEncrypt) await set(name, opened.result);
    return opened.result;
  };
  return {
    kind: messageOf(`storedIn/${storeOf(platform)}`),
    get,
    set,
    remove: async (name) => {
      const { [name]: _removed, ...rest } = store.store;
      store.store = rest;
    },
  };
}

/** Prefix that Chromium's PosixKeyProvider adds if, without a keyring, it encrypts with a constant key. */
const constantKeyTag = 'v10';

async function open(cipher: Cipher, sealed: string): ReturnType<Cipher['decryptStringAsync']> {
  try {
    return await cipher.decryptStringAsync(Buffer.from(sealed, 'base64'));
  } catch (cause) {
    // Only the message shows that the keyring is locked or unresponsive. The secret is then still valid.
    const isLocked = cause instanceof Error && cause.message.includes('temporarily unavailable');
    throw isLocked ? shellErrors.secretsLocked({}, { cause }) : shellErrors.secretUnreadable({}, { cause });
  }
}

/** Throws if the system has no key. Never throws on Linux, even if the keyring is locked or missing. */
async function requireKey(cipher: Cipher, platform: NodeJS.Platform): Promise<void> {
  if (await cipher.isAsyncEncryptionAvailable()) return;
  throw shellErrors.secretsUnavailable({
    reason: messageOf(`storedIn/${storeOf(platform)}Unusable`),
  });
}

function storeOf(platform: NodeJS.Platform): 'keychain' | 'windows' | 'keyring' {
  if (platform === 'darwin') return 'keychain';
  return platform === 'win32' ? 'windows' : 'keyring';
}
