import type { TestApplication } from '../../../main/api/wire.ts';
import type { ServiceOptions } from '../../../main/service/service.ts';
import { type ServiceHost, sampleApk, startHost } from './service-host.ts';

export type ActiveVersion = {
  readonly host: ServiceHost;
  /** Path of the version below the service address. */
  readonly path: string;
  send(body: unknown): Promise<Response>;
};

/** Starts a service with one active version that can be sent. */
export async function withActiveVersion(
  options: Partial<ServiceOptions> = {},
  build: { readonly bytes?: Uint8Array<ArrayBuffer>; readonly releaseNote?: string } = {},
): Promise<ActiveVersion> {
  const { bytes = await sampleApk(), releaseNote = '' } = build;
  const host = await startHost(options);
  const form = new FormData();
  form.append('releaseNote', releaseNote);
  form.append('file', new Blob([bytes]), 'a.apk');
  const upload = await host.call('POST', '/api/v3/testingdist/profiles', { body: form });
  const made = (await upload.json()) as TestApplication;
  const path = `/api/v3/testingdist/profiles/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${path}/activate`);
  return { host, path, send: (body) => host.call('POST', `${path}/send`, { body }) };
}
