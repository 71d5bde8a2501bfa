/** A registered iPhone, and a build whose profile does not list it. */
import { join } from 'node:path';
import { build } from 'plist';
import type { TestApplication } from '../../main/api/wire.ts';
import { registerDevice } from '../contract/service/register-device.ts';
import { adHocProfile } from '../fakes/profiles.ts';
import { tokenOf } from '../sign-in.ts';
import { openService, sampleIpa } from './world.ts';

const publicUrl = 'https://builds.example.org';

/** Sends an ad hoc build to Ada from the service of a data folder that is not in use. Ada registers an iPhone. */
export async function makeDevice(dataDir: string): Promise<void> {
  const service = await openService(join(dataDir, 'service'), { publicUrl });
  try {
    const { localUrl } = service;
    const token = await tokenOf(localUrl, await service.identity.renewFirstUser());
    const post = async (path: string, body: FormData | string): Promise<Response> => {
      const headers = new Headers({ authorization: `Bearer ${token}` });
      if (typeof body === 'string') headers.set('content-type', 'application/json');
      const response = await fetch(localUrl + path, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    };
    const form = new FormData();
    const bytes = sampleIpa({ profile: Buffer.from(build(adHocProfile)) });
    form.append('file', new Blob([new Uint8Array(bytes)]), 'notes.ipa');
    const base = '/api/v3/testingdist/profiles';
    const made = (await (await post(base, form)).json()) as TestApplication;
    const version = `${base}/items/${made.profiles[0]?.id}`;
    await post(`${version}/activate`, '{}');
    await post(`${version}/send`, JSON.stringify({ emails: ['ada@example.org'] }));
    await service.idle();
    const [message] = await service.outbox.list();
    await registerDevice((message?.installLink ?? '').replace(publicUrl, localUrl));
  } finally {
    await service.stop();
  }
}
