import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consumeStoredRequest, storeRequest } from '../../../main/shell/start/pending-request.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const request = { files: ['/builds/Mein Build.apk'], links: ['slipway://uploads'], hidden: false };

test('a stored request is returned once at the next start', async () => {
  const [folder, { log, lines }] = [await temporaryFolder(), collectedLog()];
  expect(consumeStoredRequest(folder, log)).toBeNull();
  storeRequest(folder, request, log);
  const names = await readdir(folder);
  if (hasModes) expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  expect(consumeStoredRequest(folder, log)).toEqual(request);
  expect(consumeStoredRequest(folder, log)).toBeNull();
  expect(lines).toEqual([]);
});

test('a request that cannot be stored or read is logged without an error', async () => {
  const [folder, { log, lines }] = [await temporaryFolder(), collectedLog()];
  storeRequest(join(folder, 'nowhere'), request, log);
  expect(lines).toHaveLength(1);
  await writeFile(join(folder, 'open-later.json'), '{"files": "all"}');
  expect(consumeStoredRequest(folder, log)).toBeNull();
  expect(lines).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);
});
