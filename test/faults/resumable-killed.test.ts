/** The service is killed while it receives a resumable upload, and continues it after a restart. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestApplication } from '../../main/api/wire.ts';
import { objectCount, offsetOf, openPatch, patch, started } from '../contract/service/resumable-client.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { sampleApk } from '../unit/packages/builds.ts';
import { expectWhole, sha256, startUnderFault, sweepNow } from './service-under-fault.ts';

const partBytes = 8 * 1024 * 1024;

test('a service killed during an upload loses at most the current part', async () => {
  const dataDir = join(await temporaryFolder(), 'service');
  const apk = new Uint8Array(sampleApk({ id: 'dev.example.large', paddingBytes: 3 * partBytes }));
  const service = await startUnderFault(dataDir);
  const address = await started(service, apk.length);
  const open = openPatch(service, address, 0, apk.length);
  await open.send(apk.slice(0, 2 * partBytes + 1_000_000));
  await expect.poll(() => objectCount({ dataDir })).toBe(2);
  service.kill();
  await service.ended;
  open.cut();

  const again = await startUnderFault(dataDir, { user: service.user });
  const resumed = again.url + new URL(address).pathname;
  await sweepNow(dataDir);
  const offset = (await offsetOf(again, resumed)) ?? 0;
  expect(offset === partBytes || offset === 2 * partBytes).toBe(true);
  const response = await patch(again, resumed, offset, apk.slice(offset));
  const made = (await response.json()) as TestApplication;
  expect([response.status, made.profiles.length]).toEqual([201, 1]);
  const { hashes } = await expectWhole(again, dataDir, 'after the upload');
  expect(hashes).toEqual([sha256(apk)]);
  await again.stop();
}, 120_000);
