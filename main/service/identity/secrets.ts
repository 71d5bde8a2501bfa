import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** What each guess of a password costs: scrypt's N, a power of two. */
export const usualPasswordCost = 32_768;

const parameters = { r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const keyLength = 32;

/** A password as it is stored: `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string, cost = usualPasswordCost): Promise<string> {
  const salt = randomBytes(16);
  return storedHash(cost, salt, await derive(password, salt, { ...parameters, N: cost }));
}

/** A hash that no password has, and that takes as long to check as one that some password has. */
export function hashOfNobody(cost = usualPasswordCost): string {
  return storedHash(cost, randomBytes(16), randomBytes(keyLength));
}

function storedHash(cost: number, salt: Buffer, key: Buffer): string {
  const { r, p } = parameters;
  return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the one that was hashed; takes equally long either way. */
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

/** How random secrets (tokens, client secrets) are stored: they cannot be guessed, so one fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
}

/** A secret of 256 random bits, safe in addresses and headers. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A link token of 144 random bits. It ends in a letter or digit: programs leave other signs out of a link. */
export function randomLink(): string {
  const token = randomBytes(18).toString('base64url');
  return /[-_]$/.test(token) ? randomLink() : token;
}

/** A password that can be read out and typed: 4 groups of 5, 99 bits, without letters that look alike. */
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
