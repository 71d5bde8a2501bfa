/** Tests the service with tus-js-client, the official JavaScript client of tus. */
import { randomInt } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { expect, test } from 'vitest';
import type { TestApplication } from '../../../main/api/wire.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import {
  codeOf,
  hashOf,
  objectCount,
  openPatch,
  started,
  storedHashes,
  targetOf,
  tusCall,
  uploads,
} from './resumable-client.ts';
import { type ServiceHost, sampleApk, sha256, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';
const smallParts = { limits: { uploadPartBytes: 100_000 } };

/** Uploads in chunks with tus-js-client. Aborts and continues at each offset in `stops`. */
function uploadWithClient(
  host: ServiceHost,
  bytes: Uint8Array,
  {
    stops = [],
    origin = host.service.localUrl,
  }: { readonly stops?: number[]; readonly origin?: string } = {},
): Promise<{ readonly body: string; readonly url: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ body: string; url: string }>();
  const upload = new Upload(Buffer.from(bytes), {
    endpoint: `${origin}${uploads}/testingdist`,
    headers: { authorization: `Bearer ${host.token}` },
    metadata: { filename: 'build.apk' },
    chunkSize: 500_000,
    retryDelays: [0, 100, 1_000],
    onProgress: (sent) => {
      const [stop] = stops;
      if (stop === undefined || sent < stop) return;
      stops.shift();
      upload.abort().then(() => upload.start(), reject);
    },
    onError: reject,
    onSuccess: ({ lastResponse }) => resolve({ body: lastResponse.getBody(), url: upload.url ?? '' }),
  });
  upload.start();
  return promise;
}

test('a build uploaded by tus-js-client is the same as one uploaded by form', async () => {
  const host = await startHost();
  const apk = await sampleApk({ padding: 700_000 });
  const form = await host.add<TestApplication>(applications, apk);
  const { body, url } = await uploadWithClient(host, apk);
  const made = JSON.parse(body) as TestApplication;
  const common = ({ name, profiles: [version] }: TestApplication) => [name, version && hashOf(version)];
  expect(common(made)).toEqual(common(form));
  expect(await (await tusCall(targetOf(host), 'GET', url)).json()).toEqual(made);
  await expect.poll(() => objectCount(host)).toBe(1);
});

test('tus-js-client continues after interruptions and stores the same bytes', async () => {
  const host = await startHost(smallParts);
  const apk = await sampleApk({ padding: 4_000_000 });
  const stops = [0, 1, 2].map((part) => randomInt(part * 1_000_000, (part + 1) * 1_000_000));
  const { body } = await uploadWithClient(host, apk, { stops });
  const [version] = (JSON.parse(body) as TestApplication).profiles;
  expect(version && hashOf(version)).toBe(sha256(apk));
  await expect.poll(() => objectCount(host)).toBe(1);
});

test.each([
  ['success for a recorded build', sampleApk, null],
  ['an error for a refused build', async () => new Uint8Array(1_000), 422],
] as const)('after a lost response, tus-js-client reports %s', async (_name, bytes, refusal) => {
  let target = '';
  const proxy = await startFaultProxy(() => target);
  const host = await startHost({ publicUrl: proxy.url });
  target = host.service.localUrl;
  proxy.fault(/^PATCH /, { kind: 'cut-after' });
  const upload = uploadWithClient(host, await bytes(), { origin: proxy.url });
  await (refusal === null
    ? expect(upload).resolves.toMatchObject({ url: expect.stringContaining(uploads) })
    : expect(upload).rejects.toMatchObject({
        message: expect.stringContaining(`response code: ${refusal}`),
      }));
  expect(await storedHashes(host)).toHaveLength(refusal === null ? 1 : 0);
});

test('an upload that tus-js-client terminates is removed with its bytes', async () => {
  const host = await startHost(smallParts);
  const target = targetOf(host);
  const address = await started(target, 1_000_000);
  const open = openPatch(target, address, 0, 1_000_000);
  await open.send(new Uint8Array(500_000));
  await expect.poll(() => objectCount(host)).toBeGreaterThan(0);
  await Upload.terminate(address, { headers: { authorization: `Bearer ${host.token}` }, retryDelays: null });
  open.cut();
  expect(await codeOf(await tusCall(target, 'GET', address))).toEqual([404, 'service/noUpload']);
  await expect.poll(() => objectCount(host)).toBe(0);
});
