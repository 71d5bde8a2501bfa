/**
 * Runs the built-in service at the far end of the simulated link, behind an optional proxy. Sends its
 * credentials first, then answers each message with a `FarReport`.
 */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedTestApplication, TestApplication } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { createLog } from '../../../main/base/log/log.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { type FirstUser, startService } from '../../../main/service/service.ts';
import { slowedTo } from '../../fakes/fault-actions.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { tokenOf } from '../../sign-in.ts';
import { type Post, recordPosts } from './recorder.ts';

/** Proxy between the line and the service. */
export type Front =
  /** Buffers the first build, forwards it after this delay, and drops the response. */
  | { readonly kind: 'silent'; readonly ms: number }
  /** Limits the read speed of each build. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number };

export type FarOptions = {
  readonly dataDir: string;
  /** Address to listen on. */
  readonly host: string;
  readonly name: string;
  readonly front: Front | null;
};
export type FarReady = { readonly url: string; readonly token: string; readonly user: FirstUser };
export type FarReport = {
  readonly posts: readonly Post[];
  /** The sha-256 of each version on the service. */
  readonly stored: readonly string[];
};

const { dataDir, host, name, front } = JSON.parse(process.argv[2] ?? '') as FarOptions;
const port = 8080;
const posts = recordPosts(() => port);
const redactor = new Redactor();
const log = createLog({
  clock: systemClock,
  redactor,
  level: 'error',
  sinks: [(line) => process.stderr.write(`${line}\n`)],
});
const url = `http://${name}:${port}`;
const service = await startService({
  ...{ dataDir, clock: systemClock, log, redactor, publicUrl: url, ...quickPasswords },
  ...(front === null ? { host, port } : { host: '127.0.0.1', port: 0 }),
});
const user = service.firstUser;
if (!user) throw new Error('the service made no first user');
if (front !== null) await standInFront(front);
const token = await tokenOf(service.localUrl, user);
process.send?.({ url, token, user } satisfies FarReady);
process.on('message', async () => {
  process.send?.({ posts, stored: await stored() } satisfies FarReport);
});
process.on('disconnect', () => process.exit());

async function stored(): Promise<readonly string[]> {
  const json = async <Result>(path: string): Promise<Result> => {
    const answer = await fetch(service.localUrl + path, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as Result;
  };
  const all = '/api/v3/testingdist/profiles';
  const listed = await json<readonly ListedTestApplication[]>(all);
  const whole = await Promise.all(listed.map(({ id }) => json<TestApplication>(`${all}/${id}`)));
  return whole
    .flatMap(({ profiles }) => profiles)
    .flatMap(({ profileFiles }) => profileFiles as readonly { readonly sha256: string }[])
    .map(({ sha256 }) => sha256);
}

async function standInFront(given: Front): Promise<void> {
  let isFirst = true;
  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    const isBuild = incoming.headers['content-type']?.startsWith('multipart/') ?? false;
    const isHeld = isBuild && given.kind === 'silent' && isFirst;
    if (isBuild) isFirst = false;
    incoming.on('error', () => {});
    if (isHeld) delayRequest(incoming, given.ms).catch(() => {});
    else if (isBuild && given.kind === 'slow') pass(incoming, outgoing, slowedTo(given.bytesPerSecond));
    else pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
}

async function delayRequest(incoming: IncomingMessage, ms: number): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  await sleep(ms);
  const outer = ask(service.localUrl + (incoming.url ?? ''), optionsOf(incoming), (answer) => {
    answer.resume().once('end', () => incoming.socket.destroy());
  });
  outer.end(Buffer.concat(chunks));
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, through?: NodeJS.ReadWriteStream): void {
  const inner = ask(service.localUrl + (incoming.url ?? ''), optionsOf(incoming), (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  inner.on('error', () => outgoing.destroy());
  incoming.once('close', () => incoming.complete || inner.destroy());
  (through ? incoming.pipe(through) : incoming).pipe(inner);
}

function optionsOf({ method, headers }: IncomingMessage): {
  method?: string;
  headers: IncomingMessage['headers'];
} {
  return { ...(method === undefined ? {} : { method }), headers };
}
