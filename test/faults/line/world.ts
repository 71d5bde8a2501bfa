/** A simulated network link between uploading programs (near end) and the built-in service (far end). */

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
import { endProcess, type NetworkLink, openNetworkLink, startIn } from './network-link.ts';

export type LineWorld = {
  readonly line: NetworkLink;
  readonly url: string;
  /** Creates a build of about `bytes`. */
  build(number: number, bytes: number): Promise<Build>;
  slipway(words: readonly string[]): Program;
  folder: string;
  /** Uploads a build with `curl -F` and returns the duration in seconds. Throws if the upload fails. */
  curl(build: Build, limitSeconds: number): Promise<number>;
  /** Signs in with curl and returns the duration in seconds. */
  curlSignIn(): Promise<number>;
  /** Activates the last upload with curl and returns the duration in seconds. */
  curlActivate(): Promise<number>;
  report(): Promise<FarReport>;
  close(): Promise<void>;
};

export type Build = { readonly path: string; readonly sha256: string; readonly bytes: number };

export type WorldOptions = {
  readonly label: string;
  readonly line?: Changes;
  readonly front?: Front;
  /** Content of the near end's /etc/hosts. */
  readonly hosts?: string;
  readonly service?: { readonly host: string; readonly name: string };
  readonly seed?: number;
};

export async function openWorld(options: WorldOptions): Promise<LineWorld> {
  const { label, front = null, service = { host: addresses.far, name: addresses.far } } = options;
  // The link gets its conditions later, so that they do not affect the start of the service.
  const line = await openNetworkLink(label, {}, options);
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
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    curls.delete(child);
    if (code !== 0) throw new Error(`curl ended with ${code}`);
    return output;
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

/** A request in the log of `slipway --verbose`. */
export type LoggedRequest = {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  readonly status?: number;
  readonly failed?: string;
};

export function requestsIn(output: string): readonly LoggedRequest[] {
  return output
    .split('\n')
    .flatMap((text) => /: Request (\{.*\})$/.exec(text)?.[1] ?? [])
    .map((json) => JSON.parse(json) as LoggedRequest);
}

/** Returns the logged POST requests that upload a build. */
export function uploadsIn(output: string): readonly LoggedRequest[] {
  return requestsIn(output).filter(
    ({ method, url }) => method === 'POST' && /profiles(\/\d+\/items)?$/.test(url),
  );
}

/** Returns a description of lost and repeated builds; null if the service has each build once. */
export function wrongRecords(builds: readonly Build[], stored: readonly string[]): string | null {
  const timesOf = (sha256: string): number => stored.filter((one) => one === sha256).length;
  const lost = builds.filter(({ sha256 }) => timesOf(sha256) === 0).length;
  const twice = builds.filter(({ sha256 }) => timesOf(sha256) > 1).length;
  const strange = stored.filter((one) => builds.every(({ sha256 }) => sha256 !== one)).length;
  return lost + twice + strange === 0 ? null : `${lost} lost, ${twice} twice, ${strange} strange`;
}
