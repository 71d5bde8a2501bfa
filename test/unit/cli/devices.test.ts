import { expect, test } from 'vitest';
import { makeDevice } from '../../e2e/device-world.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';

const udid = '00008101-000A1B2C3D4E5F60';

test('service devices lists, exports and removes registered devices', async () => {
  const dataDir = await temporaryFolder();
  const devices = (...words: readonly string[]) =>
    slipwayHere(['service', 'devices', ...words, '--data-dir', dataDir]);
  expect((await devices()).stderr).toBe('No devices are registered yet.\n');
  await makeDevice(dataDir);
  expect((await devices()).stdout).toMatch(
    new RegExp(`^number .*UDID.*\\n1 +ada@example\\.org +iPhone15,2 +${udid} `),
  );
  expect(JSON.parse((await devices('list', '--json')).stdout)).toMatchObject([
    { id: 1, email: 'ada@example.org', udid, product: 'iPhone15,2', systemVersion: '23A341' },
  ]);
  expect((await devices('export')).stdout).toBe(
    `Device ID\tDevice Name\tDevice Platform\n${udid}\tada@example.org iPhone15,2\tios\n`,
  );
  expect((await devices('remove', 'x')).code).toBe(2);
  const removed = await devices('remove', '1');
  expect([removed.code, removed.stdout]).toEqual([0, 'Removed the device 1.\n']);
  const missing = await devices('remove', '1', '--json');
  expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([
    1,
    { error: { code: 'service/noPerson' } },
  ]);
});
