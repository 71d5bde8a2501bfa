import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of hashing a password: scrypt's N, a power of two. */
export const defaultPasswordCost = 32_768;

const parameters = { r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const keyLength = 32;

/** Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export async function hashPassword(password: string, cost = defaultPasswordCost): Promise<string> {
  const salt = randomBytes(16);
  return formatHash(cost, salt, await derive(password, salt, { ...parameters, N: cost }));
}

/** Returns a hash that matches no password but takes as long to check as a real one. */
export function dummyHash(cost = defaultPasswordCost): string {
  return formatHash(cost, randomBytes(16), randomBytes(keyLength));
}

function formatHash(cost: number, salt: Buffer, key: Buffer): string {
  const { r, p } = parameters;
  return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Returns true if the password matches the hash. Compares the keys in constant time. */
export async function checkPassword(password: string, hash: string): Promise<boolean> {
  const [kind, cost, blockSize, parallel, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(cost),
    r: Number(blockSize),
    p: Number(parallel),
    maxmem: parameters.maxmem,
  });
  return timingSafeEqual(given, expected);
}

/** Hashes a random secret (token, client secret). It cannot be guessed, so one fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
}

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a token that does not end in `-` or `_`: many programs exclude final punctuation from links. */
export function randomLink(): string {
  const token = randomBytes(18).toString('base64url');
  return /[-_]$/.test(token) ? randomLink() : token;
}

/** Returns a password with 99 random bits and without ambiguous letters, for reading out and typing. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const characters: string[] = [];
  while (characters.length < 20) {
    const [byte = 255] = randomBytes(1);
    if (byte < letters.length * 8) characters.push(letters.charAt(byte % letters.length));
  }
  return [0, 5, 10, 15].map((at) => characters.slice(at, at + 5).join('')).join('-');
}

function derive(
  password: string,
  salt: Buffer,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
