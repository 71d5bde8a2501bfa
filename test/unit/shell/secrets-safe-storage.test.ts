import { expect, test } from 'vitest';
import { type Cipher, safeStorageSecrets } from '../../../main/shell/system/secrets-safe-storage.ts';

/** Turns bytes around: enough to see that nothing is kept as it was given. */
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

test('keeps, changes and forgets; what is kept does not hold the secret', async () => {
  const kept = { store: {} as Record<string, unknown> };
  const secrets = safeStorageSecrets(cipherWith(), kept, 'linux');
  expect(await secrets.get('work/password')).toBeNull();
  await secrets.set('work/password', 'open sesame');
  await secrets.set('other', 'x');
  expect(JSON.stringify(kept.store)).not.toContain('sesame');
  expect(await secrets.get('work/password')).toBe('open sesame');
  await secrets.remove('work/password');
  expect(await secrets.get('work/password')).toBeNull();
  expect(await secrets.get('other')).toBe('x');
});

test('where nothing is kept the store of the system, which could ask the person, is not opened', async () => {
  const asked: string[] = [];
  const refuse = (what: string) => async (): Promise<never> => {
    asked.push(what);
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
  expect(asked).toEqual([]);
});

const inOpen: Partial<Cipher> = {
  encryptStringAsync: async (text) => Buffer.from(`v10${text}`),
  decryptStringAsync: async (bytes) => ({ result: bytes.toString().slice(3), shouldReEncrypt: false }),
};

test.each([
  ['no key', cipherWith({ isAsyncEncryptionAvailable: async () => false })],
  ['no keyring that answers, so that a key everybody knows is used', cipherWith(inOpen)],
])('refuses where there is %s, and keeps nothing', async (_case, cipher) => {
  const kept = { store: {} as Record<string, unknown> };
  const secrets = safeStorageSecrets(cipher, kept, 'linux');
  await expect(secrets.set('a', 'open sesame')).rejects.toMatchObject({ code: 'shell/secretsUnavailable' });
  expect(kept.store).toEqual({});
  expect(await secrets.get('a')).toBeNull();
  await expect(secrets.remove('a')).resolves.toBeUndefined();
});

test('the Keychain and the data protection of Windows use the tag of that key for a good one', async () => {
  for (const platform of ['darwin', 'win32'] as const) {
    const secrets = safeStorageSecrets(cipherWith(inOpen), { store: {} }, platform);
    await secrets.set('a', 'b');
    expect(await secrets.get('a')).toBe('b');
  }
});

test('a locked keyring is no replaced one', async () => {
  const locked = async (): Promise<never> => {
    throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
  };
  const kept = { store: { a: 'AAAA' } };
  const secrets = safeStorageSecrets(cipherWith({ decryptStringAsync: locked }), kept, 'linux');
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'shell/secretsLocked', remedy: 'wait' });
  expect(kept.store).toEqual({ a: 'AAAA' });
});

test('a secret of another keyring asks for a new sign-in', async () => {
  const secrets = safeStorageSecrets(cipherWith(), { store: { a: 'AAAA' } }, 'linux');
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'shell/secretUnreadable', remedy: 'sign-in' });
});

test('what was sealed with a former key is sealed again', async () => {
  const kept = { store: { a: 'former' } as Record<string, unknown> };
  const cipher = cipherWith({ decryptStringAsync: async () => ({ result: 'b', shouldReEncrypt: true }) });
  expect(await safeStorageSecrets(cipher, kept, 'darwin').get('a')).toBe('b');
  expect(kept.store['a']).toBe(Buffer.from('locked:b').reverse().toString('base64'));
});
