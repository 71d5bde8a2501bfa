/** Builds that can be told apart, and what a service has made of them in the end. */
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedTestApplication, TestApplication } from '../../main/api/wire.ts';
import type { FirstUser, Service } from '../../main/service/service.ts';
import { buildSampleApk } from '../fixtures/builds/sample-apk.ts';
import { tokenOf } from '../sign-in.ts';

/** A build that was made; its number is in its package and in each message about it. */
export type MadeBuild = { readonly number: number; readonly path: string; readonly sha256: string };

export type Deliveries = {
  /** Not on the service, not active, or not everybody was told of it; with what is missing. */
  readonly lost: readonly string[];
  /** On the service more than once, or somebody was told more than once. */
  readonly duplicated: readonly string[];
  /** Active on the service, or sent to somebody, though it is none of the builds. */
  readonly strange: readonly string[];
};

const applications = '/api/v3/testingdist/profiles';

/**
 * An apk of one of three applications, or of `app`; builds of one application have the same version name, and often the
 * same size.
 */
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

/** Writes a build as compilers do: beside its place first, then renamed. */
export async function putBuild(path: string, number: number, bytes: Buffer): Promise<MadeBuild> {
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

/** Compares what was made with what the service holds and has sent. `people`: the addresses each build is sent to. */
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
  const known = new Set(builds.map(({ sha256 }) => sha256));
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
      const told = letters.filter(
        (letter) => letter.startsWith(person) && letter.includes(`(${10_000 + number})`),
      );
      if (told.length === 0) lost.push(`${person} was not told of ${name}`);
      if (told.length > 1) duplicated.push(`${person} was told ${told.length} times of ${name}`);
    }
  }
  const strange = versions
    .filter((version) => !known.has(hashOf(version)))
    .filter((version) => version.isActive || version.lastSendDateTimeUtc !== null)
    .map((version) => `${version.applicationName} ${version.version}, number ${version.id}`);
  return { lost, duplicated, strange };
}
