import type { SafeStorage } from 'electron';
import { messageOf } from '../../messages/message.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import { shellErrors } from '../errors.ts';
import type { Store } from './settings-electron-store.ts';

/** Parts of Electron's safeStorage that are used. */
export type Cipher = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * Secrets encrypted with a key the operating system keeps. Where it keeps none, storing is refused with
 * `shell/secretsUnavailable`: a password is never written in plain text, nor under a key that is the same everywhere.
 * Use after the application is ready.
 */
export function safeStorageSecrets(cipher: Cipher, kept: Store, platform: NodeJS.Platform): SecretStore {
  const set = async (name: string, value: string): Promise<void> => {
    await refuseWithoutKey(cipher, platform);
    const sealed = await cipher.encryptStringAsync(value);
    if (platform === 'linux' && sealed.toString('latin1', 0, 3) === constantKeyTag) {
      throw shellErrors.secretsUnavailable({ reason: messageOf('keptIn/noKeyring') });
    }
    kept.store = { ...kept.store, [name]: sealed.toString('base64') };
  };
  const get = async (name: string): Promise<string | null> => {
    const sealed = kept.store[name];
    if (typeof sealed !== 'string') return null;
    await refuseWithoutKey(cipher, platform);
    const opened = await open(cipher, sealed);
    // The system's key has changed; what was sealed with the former one is sealed again.
    if (opened.shouldReEncrypt) await set(name, opened.result);
    return opened.result;
  };
  return {
    kind: messageOf(`keptIn/${storeOf(platform)}`),
    get,
    set,
    remove: async (name) => {
      const { [name]: _removed, ...rest } = kept.store;
      kept.store = rest;
    },
  };
}

/** What Chromium's PosixKeyProvider puts before bytes sealed with its constant key, when no keyring answers. */
const constantKeyTag = 'v10';

async function open(cipher: Cipher, sealed: string): ReturnType<Cipher['decryptStringAsync']> {
  try {
    return await cipher.decryptStringAsync(Buffer.from(sealed, 'base64'));
  } catch (cause) {
    // Electron says it in its message only; the keyring is locked or does not answer, and the secret is still good.
    const isLocked = cause instanceof Error && cause.message.includes('temporarily unavailable');
    throw isLocked ? shellErrors.secretsLocked({}, { cause }) : shellErrors.secretUnreadable({}, { cause });
  }
}

/** On Linux it is always said to be there, whatever the keyring does. */
async function refuseWithoutKey(cipher: Cipher, platform: NodeJS.Platform): Promise<void> {
  if (await cipher.isAsyncEncryptionAvailable()) return;
  throw shellErrors.secretsUnavailable({
    reason: messageOf(`keptIn/${storeOf(platform)}Unusable`),
  });
}

function storeOf(platform: NodeJS.Platform): 'keychain' | 'windows' | 'keyring' {
  if (platform === 'darwin') return 'keychain';
  return platform === 'win32' ? 'windows' : 'keyring';
}
