import { expect, test } from 'vitest';
import { type Cipher, safeStorageSecrets } from '../../../main/shell/system/secrets-safe-storage.ts';

/** Fakes encryption by reversing the bytes, which is enough to detect plain text. */
function cipherWith(changes: Partial<Cipher> = {}): Cipher {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.from(`locked:${text}`).reverse(),
    decryptStringAsync: async (bytes) => {
      const text = Buffer.from(bytes).reverse().toString();
      if (!text.startsWith('locked:')) throw new Error('wrong key');
      return { result: text.slice('locked:'.length), shouldReEncrypt: false };
    },
    ...changes,
  };
}

test('secrets are stored encrypted and can be removed', async () => {
  const persisted = { store: {} as Record<string, unknown> };
  const secrets = safeStorageSecrets(cipherWith(), persisted, 'linux');
  expect(await secrets.get('work/password')).toBeNull();
  await secrets.set('work/password', 'open sesame');
  await secrets.set('other', 'x');
  expect(JSON.stringify(persisted.store)).not.toContain('sesame');
  expect(await secrets.get('work/password')).toBe('open sesame');
  await secrets.remove('work/password');
  expect(await secrets.get('work/password')).toBeNull();
  expect(await secrets.get('other')).toBe('x');
});

test('an empty store does not open the system keyring', async () => {
  const calls: string[] = [];
  const refuse = (what: string) => async (): Promise<never> => {
    calls.push(what);
    throw new Error(what);
  };
  const cipher: Cipher = {
    isAsyncEncryptionAvailable: refuse('available'),
    encryptStringAsync: refuse('encrypt'),
    decryptStringAsync: refuse('decrypt'),
  };
  const secrets = safeStorageSecrets(cipher, { store: {} }, 'darwin');
  expect(await secrets.get('a')).toBeNull();
  await secrets.remove('a');
  expect(calls).toEqual([]);
});

const inOpen: Partial<Cipher> = {
  encryptStringAsync: async (text) => Buffer.from(`v10${text}`),
  decryptStringAsync: async (bytes) => ({ result: bytes.toString().slice(3), shouldReEncrypt: false }),
};

test.each([
  ['no key', cipherWith({ isAsyncEncryptionAvailable: async () => false })],
  ['only a well-known key because no keyring responds', cipherWith(inOpen)],
])('secrets are rejected and not stored with %s', async (_case, cipher) => {
  const persisted = { store: {} as Record<string, unknown> };
  const secrets = safeStorageSecrets(cipher, persisted, 'linux');
  await expect(secrets.set('a', 'open sesame')).rejects.toMatchObject({ code: 'shell/secretsUnavailable' });
  expect(persisted.store).toEqual({});
  expect(await secrets.get('a')).toBeNull();
  await expect(secrets.remove('a')).resolves.toBeUndefined();
});

test('macOS and Windows accept values with the prefix of a well-known key', async () => {
  for (const platform of ['darwin', 'win32'] as const) {
    const secrets = safeStorageSecrets(cipherWith(inOpen), { store: {} }, platform);
    await secrets.set('a', 'b');
    expect(await secrets.get('a')).toBe('b');
  }
});

test('a locked keyring keeps the secret and causes a transient error', async () => {
  const locked = async (): Promise<never> => {
    throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
  };
  const persisted = { store: { a: 'AAAA' } };
  const secrets = safeStorageSecrets(cipherWith({ decryptStringAsync: locked }), persisted, 'linux');
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'shell/secretsLocked', remedy: 'wait' });
  expect(persisted.store).toEqual({ a: 'AAAA' });
});

test('a secret encrypted by a different keyring requires a new sign-in', async () => {
  const secrets = safeStorageSecrets(cipherWith(), { store: { a: 'AAAA' } }, 'linux');
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'shell/secretUnreadable', remedy: 'sign-in' });
});

test('a secret encrypted with a former key is encrypted again', async () => {
  const persisted = { store: { a: 'former' } as Record<string, unknown> };
  const cipher = cipherWith({ decryptStringAsync: async () => ({ result: 'b', shouldReEncrypt: true }) });
  expect(await safeStorageSecrets(cipher, persisted, 'darwin').get('a')).toBe('b');
  expect(persisted.store['a']).toBe(Buffer.from('locked:b').reverse().toString('base64'));
});
