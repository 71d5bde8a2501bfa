import { timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { type Log, toFailure } from '../../core.ts';
import type { BridgeHost } from '../bridge.ts';
import { doorErrors } from './errors.ts';
import { readLines, writeLine } from './lines.ts';
import { callSchema, greetingSchema, type Telling } from './messages.ts';
import { type DoorPlace, newPlace, publishPlace, removePlace } from './place.ts';

export type Door = {
  /** Shuts it and ends all visits. */
  close(): Promise<void>;
};

/** So long a visitor may take to read what was still said to it; a program that was stopped reads nothing. */
const lastWordsMs = 500;

/**
 * Lets other programs of the same person (the command line) use the core that owns a data folder, through the same
 * bridge a page uses. Must own the folder. A system that gives no socket is no reason to stop: then nobody can visit,
 * which the log says.
 */
export async function openDoor(options: {
  readonly bridge: BridgeHost;
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
}): Promise<Door> {
  const { bridge, dataDir, version } = options;
  const log = options.log.scope('door');
  const [callers, visitors] = [new Set<Socket>(), new Set<Socket>()];
  const server = createServer((socket) => {
    callers.add(socket);
    socket.on('error', (error) => log.info('A visit ended early', { error }));
    socket.on('close', () => {
      callers.delete(socket);
      visitors.delete(socket);
    });
    receive(socket, place, () => visitors.add(socket), { bridge, version });
  });
  const place = await newPlace(dataDir, process.platform);
  const stopEvents = bridge.onEvent((event, value) => {
    for (const socket of visitors) writeLine(socket, { event, value } satisfies Telling);
  });
  try {
    await listen(server, place);
    await publishPlace(dataDir, place);
  } catch (error) {
    log.warn('Other programs cannot hand work to this one', { error });
  }
  return {
    close: async () => {
      stopEvents();
      await removePlace(dataDir, place).catch((error: unknown) =>
        log.warn('The door could not be taken down', { error }),
      );
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of visitors) socket.destroySoon();
      for (const socket of callers) if (!visitors.has(socket)) socket.destroy();
      const patience = setTimeout(() => {
        for (const socket of visitors) socket.destroy();
      }, lastWordsMs);
      await closed;
      clearTimeout(patience);
    },
  };
}

type Owner = { readonly bridge: BridgeHost; readonly version: string };

function receive(socket: Socket, place: DoorPlace, admit: () => void, { bridge, version }: Owner): void {
  let admitted = false;
  const tell = (telling: Telling): void => writeLine(socket, telling);
  const greet = (message: unknown): void => {
    const greeting = greetingSchema.parse(message);
    const refused = !sameText(greeting.token, place.token)
      ? doorErrors.refused({})
      : greeting.version === version
        ? null
        : doorErrors.otherVersion({ theirs: version, ours: greeting.version });
    if (refused) {
      tell({ id: 0, outcome: { ok: false, ...toFailure(refused) } });
      socket.end();
      return;
    }
    admitted = true;
    admit();
    tell({ id: 0, outcome: { ok: true, value: null } });
  };
  readLines(socket, (message) => {
    if (!admitted) return greet(message);
    const { id, name, values } = callSchema.parse(message);
    void bridge.call(name, values).then((outcome) => tell({ id, outcome }));
  });
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function listen(server: Server, { address }: DoorPlace): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  if (process.platform !== 'win32') await chmod(address, 0o600);
}
