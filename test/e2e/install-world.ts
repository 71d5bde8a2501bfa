/** A distribution service with builds, as testers see it. */
import type { BrowserContext } from '@playwright/test';
import type { StoreProfile, TestApplication, TestVersion } from '../../main/api/wire.ts';
import type { Service } from '../../main/service/service.ts';
import { tokenOf } from '../sign-in.ts';
import { openOtherService } from './world.ts';

export type InstallWorld = {
  readonly service: Service;
  /** Creates an active version. Returns its record and the URL of its install page. */
  version(
    bytes: Buffer,
    fileName: string,
    releaseNote?: string,
  ): Promise<{ readonly version: TestVersion; readonly page: string }>;
  /** Creates a profile with these builds. Returns its record and the URL of its install page. */
  profile(builds: readonly Buffer[]): Promise<{ readonly profile: StoreProfile; readonly page: string }>;
  /** Calls the service. A `body` of type string is sent as JSON. */
  call<Result>(method: string, path: string, body?: FormData | URLSearchParams | string): Promise<Result>;
};

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

/** Starts the service, by default without a public URL. The caller must stop it. */
export async function openInstallWorld(dataDir: string, publicUrl?: string): Promise<InstallWorld> {
  const service = await openOtherService(dataDir, publicUrl);
  const token = await tokenOf(service.localUrl, service.user);
  const call = async <Result>(
    method: string,
    path: string,
    body?: FormData | URLSearchParams | string,
  ): Promise<Result> => {
    const answer = await fetch(service.localUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Result;
  };
  return {
    service,
    call,
    version: async (bytes, fileName, releaseNote = '') => {
      const made = await call<TestApplication>('POST', testing, formOf(bytes, fileName, { releaseNote }));
      const id = made.profiles[0]?.id ?? 0;
      const version = await call<TestVersion>('POST', `${testing}/items/${id}/activate`);
      return { version, page: (await service.installLink(id)) ?? '' };
    },
    profile: async ([first = Buffer.alloc(0), ...rest]) => {
      const { id } = await call<StoreProfile>('POST', store, formOf(first, 'first'));
      for (const bytes of rest) await call('POST', `${store}/${id}`, formOf(bytes, 'next'));
      const profile = await call<StoreProfile>('GET', `${store}/${id}`);
      return { profile, page: (await service.storeLink(id)) ?? '' };
    },
  };
}

/** Redirects requests for the public URL of the service to its local URL. */
export async function atPublicUrl(context: BrowserContext, { service }: InstallWorld): Promise<void> {
  await context.route(`${service.url}/**`, async (route) => {
    const url = route.request().url().replace(service.url, service.localUrl);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

function formOf(bytes: Buffer, fileName: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}
