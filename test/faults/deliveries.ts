/** Distinguishable builds, and their final state on a service. */
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedTestApplication, TestApplication } from '../../main/api/wire.ts';
import type { FirstUser, Service } from '../../main/service/service.ts';
import { buildSampleApk } from '../fixtures/builds/sample-apk.ts';
import { tokenOf } from '../sign-in.ts';

/** A written build. Its number is in its package and in each message about it. */
export type MadeBuild = { readonly number: number; readonly path: string; readonly sha256: string };

export type Deliveries = {
  /** Builds that were not stored, activated or sent to every recipient, each with the missing step. */
  readonly lost: readonly string[];
  /** Builds that are on the service or sent to a recipient more than once. */
  readonly duplicated: readonly string[];
  /** Versions that are active or sent but match none of the builds. */
  readonly strange: readonly string[];
};

const applications = '/api/v3/testingdist/profiles';

/** Returns an apk of one of three apps, or of `app`, with the same version name and often the same size. */
export function numberedApk(number: number, options: { app?: string; padding?: number } = {}): Buffer {
  const app = options.app ?? ['shop', 'till', 'desk'][number % 3] ?? '';
  return buildSampleApk({
    id: `org.example.${app}`,
    label: app,
    versionName: '1.0.0',
    versionCode: 10_000 + number,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: options.padding ?? 30_000,
  });
}

/** Writes a build as compilers do: to a temporary file, then renamed. */
export async function writeBuild(path: string, number: number, bytes: Buffer): Promise<MadeBuild> {
  await writeFile(`${path}.tmp`, bytes);
  await rename(`${path}.tmp`, path);
  return madeBuild(path, number, bytes);
}

export function madeBuild(path: string, number: number, bytes: Buffer): MadeBuild {
  return { number, path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function buildPath(folder: string, number: number): string {
  return join(folder, `build-${number}.apk`);
}

/** Compares builds with the versions and messages of the service. `people`: recipients of each build. */
export async function assess(
  service: Pick<Service, 'url' | 'idle'> & { readonly outbox: Pick<Service['outbox'], 'list'> },
  user: FirstUser,
  builds: readonly MadeBuild[],
  people: readonly string[],
): Promise<Deliveries> {
  const token = await tokenOf(service.url, user);
  const json = async <Result>(path: string): Promise<Result> => {
    const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    return (await answer.json()) as Result;
  };
  const listed = await json<readonly ListedTestApplication[]>(applications);
  const whole = await Promise.all(listed.map(({ id }) => json<TestApplication>(`${applications}/${id}`)));
  const versions = whole.flatMap((application) => application.profiles);
  const hashOf = (version: (typeof versions)[number]): string =>
    (version.profileFiles as readonly { readonly sha256: string }[])[0]?.sha256 ?? '';
  const expectedHashes = new Set(builds.map(({ sha256 }) => sha256));
  await service.idle();
  const letters = (await service.outbox.list()).map(({ to, subject }) => `${to} ${subject}`);

  const lost: string[] = [];
  const duplicated: string[] = [];
  for (const { number, sha256 } of builds) {
    const mine = versions.filter((version) => hashOf(version) === sha256);
    const name = `build ${number}`;
    if (mine.length === 0) lost.push(`${name} is not on the service`);
    else if (!mine.some((version) => version.isActive)) lost.push(`${name} is not active`);
    if (mine.length > 1) duplicated.push(`${name} is on the service ${mine.length} times`);
    for (const person of people) {
      const messages = letters.filter(
        (letter) => letter.startsWith(person) && letter.includes(`(${10_000 + number})`),
      );
      if (messages.length === 0) lost.push(`${person} was not notified of ${name}`);
      if (messages.length > 1) duplicated.push(`${person} was notified ${messages.length} times of ${name}`);
    }
  }
  const strange = versions
    .filter((version) => !expectedHashes.has(hashOf(version)))
    .filter((version) => version.isActive || version.lastSendDateTimeUtc !== null)
    .map((version) => `${version.applicationName} ${version.version}, number ${version.id}`);
  return { lost, duplicated, strange };
}
