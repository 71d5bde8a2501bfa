/** Data and servers of the specs: builds, people, mail, another service. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../../main/base/clock.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import {
  type FirstUser,
  type Service,
  type ServiceOptions,
  startService,
} from '../../main/service/service.ts';
import { type ReadMail, readMail } from '../contract/service/mail-reader.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { quickPasswords } from '../fakes/quick-passwords.ts';
import { buildSampleApk, type SampleApk } from '../fixtures/builds/sample-apk.ts';
import { buildSampleIpa, type SampleIpa } from '../fixtures/builds/sample-ipa.ts';
import { tokenOf } from '../sign-in.ts';

export function sampleApk(given: Partial<SampleApk> = {}): Buffer {
  return buildSampleApk({
    id: 'org.example.fieldnotes',
    label: 'Field Notes',
    versionName: '2.4.1',
    versionCode: 1187,
    minSdk: 26,
    targetSdk: 35,
    paddingBytes: 200_000,
    ...given,
  });
}

export function sampleIpa(given: Partial<SampleIpa> = {}): Buffer {
  return buildSampleIpa({
    id: 'org.example.fieldnotes',
    name: 'Field Notes',
    versionName: '2.4.0',
    build: '1180',
    minOs: '16.0',
    paddingBytes: 200_000,
    ...given,
  });
}

/** Returns the path of a real build in the shared fixtures; null if they are missing. */
export function realBuild(name: string): string | null {
  const path = resolve(import.meta.dirname, '..', '..', '..', 'shared', 'fixtures', name);
  return existsSync(path) ? path : null;
}

type Person = readonly [name: string | null, email: string, teamId: number];

export async function addPeople({ people }: Service, all: readonly Person[]): Promise<void> {
  for (const [name, email, teamId] of all) {
    await people.addToTeam((await people.createMember({ name, email })).id, teamId);
  }
}

/** Creates people in an unused data folder: Ada and Ben in the team QA, and Cleo without a team. */
export async function makePeople(dataDir: string): Promise<void> {
  const service = await openService(join(dataDir, 'service'));
  try {
    const { id } = await service.people.createTeam('QA');
    await addPeople(service, [
      ['Ada Lovelace', 'ada@example.org', id],
      ['Ben Okri', 'ben@example.org', id],
    ]);
    await service.people.createMember({ name: 'Cleo Duarte', email: 'cleo@example.org' });
  } finally {
    await service.stop();
  }
}

export function openService(
  dataDir: string,
  options: Pick<ServiceOptions, 'publicUrl'> = {},
): Promise<Service> {
  const redactor = new Redactor();
  const { log } = collectedLog(redactor);
  return startService({ dataDir, clock: systemClock, log, redactor, ...quickPasswords, ...options });
}

export type OtherService = Service & { readonly user: FirstUser };

/** Starts a service with a first user. To Slipway, it seems to run on another computer. */
export async function openOtherService(dataDir: string, publicUrl?: string): Promise<OtherService> {
  const service = await openService(dataDir, publicUrl === undefined ? {} : { publicUrl });
  if (!service.firstUser) throw new Error('The service had a user before');
  return { ...service, user: service.firstUser };
}

/** Returns all versions of all test applications on the service. */
export async function versionsOf({
  url,
  user,
}: Pick<OtherService, 'url' | 'user'>): Promise<
  readonly { readonly version: string; readonly fileSize: number; readonly isActive: boolean }[]
> {
  const token = await tokenOf(url, user);
  const get = async <Value>(path: string): Promise<Value> =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()) as Value;
  const applications = await get<readonly { id: number }[]>('/api/v3/testingdist/profiles');
  const whole = await Promise.all(
    applications.map(({ id }) => get<{ profiles: never[] }>(`/api/v3/testingdist/profiles/${id}`)),
  );
  return whole.flatMap((application) => application.profiles);
}

/** Returns a function that uploads a build to the store and returns the id of its profile. */
export async function storePublisher({ url, user }: Pick<OtherService, 'url' | 'user'>) {
  const token = await tokenOf(url, user);
  return async (bytes: Buffer, name: string, profileId?: number): Promise<number> => {
    const body = new FormData();
    body.append(profileId === undefined ? 'file' : 'fileName', new Blob([new Uint8Array(bytes)]), name);
    const path = `/api/v3/appstore/profiles${profileId === undefined ? '' : `/${profileId}`}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { method: 'POST', body, headers });
    const made = (await answer.json()) as { readonly id: number };
    return profileId ?? made.id;
  };
}

/** Returns the messages that the built-in service has delivered to its outbox. */
export async function deliveredMail(dataDir: string): Promise<readonly ReadMail[]> {
  const outbox = join(dataDir, 'service', 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))));
}
