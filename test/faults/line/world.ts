/** A packet line with the built-in service at its far end, and the programs that upload to it from the near one. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberedApk } from '../deliveries.ts';
import { environmentOf } from '../kill-world.ts';
import { launch, type Program } from '../program.ts';
import type { FarReady, FarReport, Front } from './far.ts';
import type { Changes } from './link.ts';
import { addresses } from './namespaces.ts';
import { endProcess, openPacketLine, type PacketLine, startIn } from './packet-line.ts';

export type LineWorld = {
  readonly line: PacketLine;
  readonly url: string;
  /** A build of `bytes`, about. */
  build(number: number, bytes: number): Promise<Build>;
  /** Starts `slipway` with these words. */
  slipway(words: readonly string[]): Program;
  /** A folder of its own to watch. */
  folder: string;
  /** `curl -F` of a build to the service; seconds from its start to its end. Throws when it fails. */
  curl(build: Build, limitSeconds: number): Promise<number>;
  /** Seconds that the sign-in takes with curl. */
  curlSignIn(): Promise<number>;
  /** Seconds in which curl activates what it uploaded last. */
  curlActivate(): Promise<number>;
  report(): Promise<FarReport>;
  close(): Promise<void>;
};

export type Build = { readonly path: string; readonly sha256: string; readonly bytes: number };

export type WorldOptions = {
  readonly label: string;
  readonly line?: Changes;
  readonly front?: Front;
  /** Of the near end's /etc/hosts. */
  readonly hosts?: string;
  /** Where the service listens and what it is called. */
  readonly service?: { readonly host: string; readonly name: string };
  readonly seed?: number;
};

export async function openWorld(options: WorldOptions): Promise<LineWorld> {
  const { label, front = null, service = { host: addresses.far, name: addresses.far } } = options;
  // Begun perfect: how the service starts is no part of a case.
  const line = await openPacketLine(label, {}, options);
  const home = await mkdtemp(join(tmpdir(), 'slipway-line-'));
  const far = startIn(line.namespaces, 'far', 'far.ts', [
    JSON.stringify({ dataDir: join(home, 'service'), ...service, front }),
  ]);
  const running = new Set<Program>();
  const curls = new Set<ChildProcess>();
  const onExit = (): void => {
    for (const program of running) void program.kill();
    for (const curl of curls) curl.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', onExit);
  const close = async (): Promise<void> => {
    process.removeListener('exit', onExit);
    await Promise.all([...[...running].map((program) => program.kill()), ...[...curls].map(endProcess)]);
    await endProcess(far);
    await line.close();
    await rm(home, { recursive: true, force: true });
  };
  const ready = await Promise.race([once(far, 'message'), once(far, 'exit').then(() => null)]);
  if (ready === null) {
    await close();
    throw new Error('the service at the far end did not start');
  }
  const [{ url, token, user }] = ready as [FarReady];
  await line.set(options.line ?? {});
  const inside = line.namespaces.within('near');
  const plainCurl = async (words: readonly string[]): Promise<string> => {
    const [command = '', ...rest] = [...inside, 'curl', '-sS', '--fail-with-body', '-H', 'Expect:'];
    const child = spawn(command, [...rest, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    curls.add(child);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    curls.delete(child);
    if (code !== 0) throw new Error(`curl ended with ${code}`);
    return said;
  };
  const timed = async (words: readonly string[], into: string): Promise<number> =>
    Number(await plainCurl(['-o', into, '-w', '%{time_total}', ...words]));
  const answerPath = join(home, 'answer');
  const signed = ['-H', `Authorization: Bearer ${token}`];
  return {
    line,
    url,
    folder: join(home, 'watched'),
    build: async (number, bytes) => {
      const content = numberedApk(number, { app: `app${number}`, padding: Math.max(0, bytes - 4_000) });
      const path = join(home, `build-${number}.apk`);
      await writeFile(path, content);
      return { path, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    },
    slipway: (words) => {
      const program = launch([...words, '--data-dir', join(home, 'data'), '--json', '--verbose'], {
        environment: environmentOf(user, url),
        under: inside,
      });
      running.add(program);
      void program.ended.then(() => running.delete(program));
      return program;
    },
    curl: async (build, limitSeconds) => {
      const to = `${url}/api/v3/testingdist/profiles`;
      const words = [...signed, '-m', String(limitSeconds), '-F', `file=@${build.path}`, to];
      return timed(words, answerPath);
    },
    curlSignIn: async () => {
      const form = { username: user.userName, password: user.password, client_id: user.clientId };
      const rest = { client_secret: user.clientSecret, grant_type: 'password', scope: 'distribution' };
      const fields = Object.entries({ ...form, ...rest }).flatMap(([key, value]) => [
        '--data-urlencode',
        `${key}=${value}`,
      ]);
      return timed([...fields, `${url}/identity/connect/token`], '/dev/null');
    },
    curlActivate: async () => {
      const { id } = JSON.parse(await readFile(answerPath, 'utf8')) as { readonly id: number };
      const path = `/api/v3/testingdist/profiles/items/${id}/activate`;
      return timed([...signed, '-X', 'POST', url + path], '/dev/null');
    },
    report: async () => {
      const answer = once(far, 'message');
      far.send('report');
      const [report] = (await answer) as [FarReport];
      return report;
    },
    close,
  };
}

/** A request as the log of `slipway --verbose` tells it. */
export type LoggedRequest = {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  readonly status?: number;
  readonly failed?: string;
};

export function requestsIn(said: string): readonly LoggedRequest[] {
  return said
    .split('\n')
    .flatMap((text) => /: Request (\{.*\})$/.exec(text)?.[1] ?? [])
    .map((json) => JSON.parse(json) as LoggedRequest);
}

/** The POSTs among them that carried a build. */
export function uploadsIn(said: string): readonly LoggedRequest[] {
  return requestsIn(said).filter(
    ({ method, url }) => method === 'POST' && /profiles(\/\d+\/items)?$/.test(url),
  );
}

/** How often each build is on the service, in words; null: each once and nothing else. */
export function wrongRecords(builds: readonly Build[], stored: readonly string[]): string | null {
  const timesOf = (sha256: string): number => stored.filter((one) => one === sha256).length;
  const lost = builds.filter(({ sha256 }) => timesOf(sha256) === 0).length;
  const twice = builds.filter(({ sha256 }) => timesOf(sha256) > 1).length;
  const strange = stored.filter((one) => builds.every(({ sha256 }) => sha256 !== one)).length;
  return lost + twice + strange === 0 ? null : `${lost} lost, ${twice} twice, ${strange} strange`;
}
