import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SafeStorage } from 'electron';

/**
 * Test double of `safeStorage` on Linux, which always reports that encryption is available. Without a usable
 * keyring (`ELECTRON_DOUBLE_KEYRING` is `none` or `locked`), the double uses a fixed key and another prefix.
 */
export function safeStorageDouble(folder: () => string, isReady: () => boolean) {
  const keyring = process.env['ELECTRON_DOUBLE_KEYRING'] ?? 'open';
  const keys = new Map([['v10', 'the same everywhere']]);
  const key = (tag: string): Buffer =>
    createHash('sha256')
      .update(keys.get(tag) ?? `electron-double ${folder()}`)
      .digest();
  const beReady = (): void => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  };
  return {
    isAsyncEncryptionAvailable: async () => isReady(),
    encryptStringAsync: async (text) => {
      beReady();
      const tag = keyring === 'open' ? 'v11' : 'v10';
      const start = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(tag), start);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from(tag), start, cipher.getAuthTag(), body]);
    },
    decryptStringAsync: async (bytes) => {
      beReady();
      if (bytes.length === 0) return { result: '', shouldReEncrypt: false };
      const tag = bytes.toString('latin1', 0, 3);
      if (tag === 'v11' && keyring === 'locked') {
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
      }
      try {
        const cipher = createDecipheriv('aes-256-gcm', key(tag), bytes.subarray(3, 15));
        cipher.setAuthTag(bytes.subarray(15, 31));
        const result = Buffer.concat([cipher.update(bytes.subarray(31)), cipher.final()]).toString('utf8');
        return { result, shouldReEncrypt: tag === 'v10' && keyring === 'open' };
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
      }
    },
  } satisfies Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;
}
