/** Where the Slipway that owns a data folder can be reached by programs of the same person. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { writeWhole } from '../../base/files/files.ts';

const placeSchema = z.object({
  /** Path of a socket, or the name of a pipe on Windows. */
  address: z.string().min(1),
  /** Known to who may read the data folder: only its owner. */
  token: z.string().min(1),
});

export type Endpoint = z.infer<typeof placeSchema>;

/** The header that says which version a client is. */
export const versionHeader = 'x-slipway-version';

/** The header that shows who may connect. */
export const authorization = ({ token }: Endpoint): string => `Bearer ${token}`;

/** Systems cut off longer paths of sockets: 108 bytes on Linux, 104 on macOS, the closing zero included. */
const longestSocketPath = 100;

const fileIn = (dataDir: string): string => join(dataDir, 'local-server.json');

/** A place nobody uses yet. What an earlier owner of the data folder left there is removed. */
export async function newEndpoint(dataDir: string, platform: NodeJS.Platform): Promise<Endpoint> {
  const token = randomBytes(32).toString('base64url');
  if (platform === 'win32') return { address: `\\\\.\\pipe\\slipway-${randomUUID()}`, token };
  const near = join(dataDir, 'slipway.sock');
  if (Buffer.byteLength(near) > longestSocketPath) {
    return { address: join(await mkdtemp(join(tmpdir(), 'slipway-')), 'slipway.sock'), token };
  }
  await rm(near, { force: true });
  return { address: near, token };
}

export async function publishEndpoint(dataDir: string, place: Endpoint): Promise<void> {
  await writeWhole(fileIn(dataDir), JSON.stringify(place));
}

/** Null when there is none, or what is there names none. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | null> {
  let text: string;
  try {
    text = await readFile(fileIn(dataDir), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const place = placeSchema.safeParse(parsed(text));
  return place.success ? place.data : null;
}

/** Takes the place down; a socket of its own folder goes with the folder. */
export async function removeEndpoint(dataDir: string, { address }: Endpoint): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
  if (address.startsWith('\\\\')) return;
  const isNear = address === join(dataDir, 'slipway.sock');
  await rm(isNear ? address : dirname(address), { recursive: !isNear, force: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
