/** Endpoint of the local server, stored in the data folder for programs of the same user. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { writeAtomically } from '../../base/files/files.ts';

const endpointSchema = z.object({
  /** Path of a socket, or name of a Windows pipe. */
  address: z.string().min(1),
  /** Bearer token, which only the user who owns the data folder can read. */
  token: z.string().min(1),
});

export type Endpoint = z.infer<typeof endpointSchema>;

export const versionHeader = 'x-slipway-version';

export const authorization = ({ token }: Endpoint): string => `Bearer ${token}`;

/** The limit is 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const maxSocketPathBytes = 100;

const fileIn = (dataDir: string): string => join(dataDir, 'local-server.json');

/** Returns an unused endpoint. Removes the socket that an earlier process left in the data folder. */
export async function newEndpoint(dataDir: string, platform: NodeJS.Platform): Promise<Endpoint> {
  const token = randomBytes(32).toString('base64url');
  if (platform === 'win32') return { address: `\\\\.\\pipe\\slipway-${randomUUID()}`, token };
  const defaultPath = join(dataDir, 'slipway.sock');
  if (Buffer.byteLength(defaultPath) > maxSocketPathBytes) {
    return { address: join(await mkdtemp(join(tmpdir(), 'slipway-')), 'slipway.sock'), token };
  }
  await rm(defaultPath, { force: true });
  return { address: defaultPath, token };
}

export async function publishEndpoint(dataDir: string, endpoint: Endpoint): Promise<void> {
  await writeAtomically(fileIn(dataDir), JSON.stringify(endpoint));
}

/** Returns null if the file is missing or invalid. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | null> {
  let text: string;
  try {
    text = await readFile(fileIn(dataDir), 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const endpoint = endpointSchema.safeParse(parsed(text));
  return endpoint.success ? endpoint.data : null;
}

/** Removes the endpoint file, the socket and, if one was created, its temporary folder. */
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
