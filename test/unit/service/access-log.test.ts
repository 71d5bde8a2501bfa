import { expect, test } from 'vitest';
import { createAccessLog, redactPath } from '../../../main/service/http/access-log.ts';
import type { AccessEntry } from '../../../main/service/service-view.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

test.each([
  ['/api/v3/testingdist/profiles/12/activate', '/api/v3/testingdist/profiles/12/activate'],
  ['/api/v3/testingdist//profiles/items/7//send', '/api/v3/testingdist//profiles/items/7//send'],
  ['/identity/connect/token?password=open-sesame#x', '/identity/connect/token'],
  ['/install/abc', '/install/…'],
  ['/INSTALL/abc/file?pass=secret', '/INSTALL/…/file'],
  ['/install/short/manifest.plist', '/install/…/manifest.plist'],
  [`/api/${'a'.repeat(21)}/b`, '/api/…/b'],
  ['/%69nstall/V1StGXR8_Z5jdHi6B-myT0123', '/…/…'],
  ['/a b/ü/<script>', '/…/…/…'],
  ['', ''],
  ['/', '/'],
])('redactPath shows %s as %s', (address, shown) => {
  expect(redactPath(address)).toBe(shown);
});

test('redactPath truncates a long path', () => {
  expect(redactPath('/abc'.repeat(5_000)).length).toBeLessThan(210);
});

const entry = (path: string): Omit<AccessEntry, 'id'> => ({
  at: 0,
  method: 'GET',
  path,
  status: 200,
  milliseconds: 1,
  address: '127.0.0.1',
  agent: null,
  by: null,
});

test('the access log batches events and discards the oldest entries', async () => {
  const clock = createFakeClock();
  const accessLog = createAccessLog(clock, collectedLog().log, 3);
  const batches: (readonly string[])[] = [];
  accessLog.events.on('added', (entries) => batches.push(entries.map(({ path }) => path)));
  accessLog.add(entry('/1'));
  accessLog.add(entry('/2'));
  expect(accessLog.list().map(({ path }) => path)).toEqual(['/2', '/1']);
  expect(batches).toEqual([]);
  await clock.advance(1_000);
  expect(batches).toEqual([['/1', '/2']]);
  for (const path of ['/3', '/4', '/5', '/6']) accessLog.add(entry(path));
  expect(batches).toEqual([
    ['/1', '/2'],
    ['/3', '/4', '/5'],
  ]);
  expect(accessLog.list().map(({ path, id }) => [path, id])).toEqual([
    ['/6', 6],
    ['/5', 5],
    ['/4', 4],
  ]);
  await accessLog.flush();
  expect(batches.at(-1)).toEqual(['/6']);
  expect(clock.pending()).toBe(0);
  expect(accessLog.list()).toHaveLength(3);
});
