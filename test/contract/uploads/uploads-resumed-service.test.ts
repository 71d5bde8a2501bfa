import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { startService } from '../../../main/service/service.ts';
import type { Account } from '../../../main/settings/settings-schema.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startFaultProxy } from '../api/fault-proxy.ts';
import { openResumableQueue, storeRequest } from './resumable-queue.ts';
import { sampleBytes } from './uploads-world.ts';

const mebibyte = 1024 * 1024;
const patch = /^PATCH /;

async function startWorld(mode: Account['mode']) {
  const folder = await temporaryFolder();
  const redactor = new Redactor();
  let target = '';
  const proxy = await startFaultProxy(() => target);
  const service = await startService({
    dataDir: join(folder, 'service'),
    publicUrl: proxy.url,
    clock: systemClock,
    log: collectedLog(redactor).log,
    redactor,
    ...quickPasswords,
  });
  onTestFinished(() => service.stop());
  target = service.localUrl;
  const user = service.firstUser ?? expect.fail('no first user');
  const { userName, clientId, password, clientSecret } = user;
  const secrets = { password, clientSecret };
  const queue = openResumableQueue(
    proxy.url,
    join(folder, 'journal.db'),
    { userName, clientId, mode },
    secrets,
  );
  onTestFinished(queue.close);
  const path = join(folder, 'shop.apk');
  await writeFile(path, sampleBytes({ paddingBytes: 6 * mebibyte }));
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { ...queue, proxy, path, sha256 };
}

describe.each(['plain', 'link'] as const)('a resumable upload to the built-in service in %s mode', (mode) => {
  test.each(['testingdist', 'appstore'] as const)(
    'arrives once in %s after cuts and a lost response',
    async (area) => {
      const { uploads, proxy, path, sha256 } = await startWorld(mode);
      for (const after of [mebibyte, 100_000, mebibyte])
        proxy.fault(patch, { kind: 'reset', side: 'request', after });
      proxy.fault(patch, { kind: 'cut-after' });
      const { id } = await uploads.add({ ...storeRequest(path), area, activate: area === 'testingdist' });
      await uploads.start();
      await uploads.idle();
      expect(uploads.get(id)).toMatchObject({ state: 'done', sha256, failure: null });
      expect(proxy.requests.filter((line) => patch.test(line))).toHaveLength(4);
      expect(proxy.requests.filter((line) => /^POST \S+\/uploads\//.test(line))).toHaveLength(1);
      expect(proxy.requests.filter((line) => /^POST \S+\/profiles(\/\d+(\/items)?)?$/.test(line))).toEqual(
        [],
      );
    },
  );
});
