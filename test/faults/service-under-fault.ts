import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ListedTestApplication, StoreProfile, TestVersion } from '../../main/api/wire.ts';
import type { FirstUser, SmtpSettings } from '../../main/service/service.ts';
import { openBackends } from '../../main/service/storage/backends.ts';
import { sweepObjects } from '../../main/service/storage/sweep.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { storedHashes } from '../fakes/stored-builds.ts';
import { tokenOf } from '../sign-in.ts';
import type { Plan } from './fault-points.ts';
import type { Order } from './faulty-service.ts';

export const applications = '/api/v3/testingdist/profiles';
export const profiles = '/api/v3/appstore/profiles';

/** A service process with fault injection and a signed-in client. */
export type UnderFault = {
  readonly url: string;
  readonly user: FirstUser;
  readonly token: string;
  /** Returns the response; null if the connection ended without one. */
  call(
    method: string,
    path: string,
    body?: BodyInit,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response | null>;
  upload(path: string, build: Buffer): Promise<Response | null>;
  json<Result>(path: string): Promise<Result>;
  plan(plan: Plan): Promise<void>;
  /** Waits until idle. Returns the fault points reached since the last plan; null if the process ended. */
  points(): Promise<readonly string[] | null>;
  kill(): void;
  /** Stops the service cleanly; resolves when the process has ended. */
  stop(): Promise<void>;
  readonly ended: Promise<unknown>;
};

/** Starts the service on a folder. `user` is the first user of an earlier start. */
export async function startUnderFault(
  dataDir: string,
  options: { readonly user?: FirstUser; readonly reservedSpace?: number; readonly smtp?: SmtpSettings } = {},
): Promise<UnderFault> {
  const child = fork(
    resolve(import.meta.dirname, 'faulty-service.ts'),
    [dataDir, String(options.reservedSpace ?? 0), JSON.stringify(options.smtp ?? null)],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  const started = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`the service did not start: ${output}`))),
  ])) as [{ url: string; user: FirstUser | null }];
  const [{ url, user }] = started;
  const existingUser = options.user ?? user;
  if (!existingUser) throw new Error('the first start made no user');
  const token = await tokenOf(url, existingUser);
  return { url, user: existingUser, token, ended, ...caller(url, token), ...orders(child, ended) };
}

function orders(
  child: ChildProcess,
  ended: Promise<unknown>,
): Pick<UnderFault, 'plan' | 'points' | 'kill' | 'stop'> {
  const ask = async (order: Order): Promise<readonly string[] | null> => {
    if (!child.connected) return null;
    // Ignores send errors, because the process may end during the call.
    child.send(order, () => undefined);
    const answered = once(child, 'message') as Promise<[readonly string[]]>;
    return Promise.race([answered.then(([points]) => points), ended.then(() => null)]);
  };
  return {
    plan: async (plan) => {
      await ask({ plan });
    },
    points: async () => {
      await ask('idle');
      return ask('points');
    },
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      child.send('stop');
      await ended;
    },
  };
}

function caller(url: string, token: string): Pick<UnderFault, 'call' | 'upload' | 'json'> {
  const call: UnderFault['call'] = async (method, path, body, given = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...given };
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const answer = await fetch(url + path, { method, headers, body: body ?? null }).catch(() => null);
    // Reads the body to its end, so that a truncated response counts as none.
    const bytes = await answer?.arrayBuffer().catch(() => null);
    if (!answer || !bytes) return null;
    const empty = answer.status === 204;
    return new Response(empty ? null : bytes, { status: answer.status, headers: answer.headers });
  };
  return {
    call,
    upload: (path, build) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(build)]), 'build.apk');
      return call('POST', path, form);
    },
    json: async (path) => {
      const answer = await call('GET', path);
      if (!answer?.ok) throw new Error(`GET ${path}: ${answer?.status} ${await answer?.text()}`);
      return (await answer.json()) as never;
    },
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs the object sweep of the service immediately, and includes recent objects. */
export async function sweepNow(dataDir: string): Promise<void> {
  const { log } = collectedLog();
  const locations = { database: { folder: dataDir }, builds: { folder: dataDir } };
  const parts = await openBackends(locations, log, true);
  try {
    await sweepObjects(parts, dataDir, { all: true, ageMs: 0 }, log);
  } finally {
    await parts.close();
  }
}

type Stored = { readonly versions: readonly TestVersion[]; readonly hashes: readonly string[] };

/** Checks that each build downloads with its bytes, and that the disk has one file per build. */
export async function expectWhole(service: UnderFault, dataDir: string, when: string): Promise<Stored> {
  const listed = await service.json<readonly ListedTestApplication[]>(applications);
  const versions = listed.flatMap((application) => application.profiles);
  const items = (await service.json<readonly StoreProfile[]>(profiles)).flatMap((profile) => profile.items);
  const hashes: string[] = [];
  for (const version of versions) {
    await service.call('POST', `${applications}/items/${version.id}/activate`);
    const [file] = version.profileFiles as readonly {
      readonly downloadUrl: string;
      readonly sha256: string;
    }[];
    hashes.push(await downloaded(file?.downloadUrl ?? '', when));
    expect(hashes.at(-1), when).toBe(file?.sha256);
  }
  for (const item of items) hashes.push(await downloaded(item.link ?? '', when));
  expect(await storedHashes(dataDir), when).toEqual([...new Set(hashes)].sort());
  return { versions, hashes };
}

async function downloaded(url: string, when: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, when).toBe(200);
  return sha256(new Uint8Array(await answer.arrayBuffer()));
}
