import { expect, test } from 'vitest';
import { environmentProxy } from '../../../main/api/environment-proxy.ts';
import { createPace } from '../../../main/api/pace.ts';
import { largestSlice, nextSlice, smallestSlice } from '../../../main/api/slices.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

const environment = {
  HTTP_PROXY: 'http://plain.example:3128',
  https_proxy: 'user:word@secure.example:3129',
  NO_PROXY: 'direct.example, .inner.example,*.star.example,[::2]:8443 port.example:81',
};

test.each([
  ['http://service.example/', 'http://plain.example:3128'],
  ['https://service.example/', 'http://user:word@secure.example:3129'],
  ['http://direct.example/', null],
  ['http://www.direct.example/', null],
  ['http://indirect.example/', 'http://plain.example:3128'],
  ['http://a.inner.example/', null],
  ['http://a.star.example/', null],
  ['http://port.example:81/', null],
  ['http://port.example/', 'http://plain.example:3128'],
  ['https://[::2]:8443/', null],
  ['http://127.0.0.1:8080/', null],
  ['http://localhost/', null],
  ['http://[::1]/', null],
])('goes to %s by %s', (address, proxy) => {
  expect(environmentProxy(environment)(new URL(address))).toBe(proxy);
});

test('`*` excepts everything, and no variables mean no proxy', () => {
  const url = new URL('https://service.example');
  expect(environmentProxy({ ...environment, NO_PROXY: '*' })(url)).toBeNull();
  expect(environmentProxy({})(url)).toBeNull();
});

test('slices grow on a fast line and shrink on a slow one, within their bounds', () => {
  let slice = smallestSlice;
  for (let count = 0; count < 10; count += 1) slice = nextSlice(slice, 1);
  expect(slice).toBe(largestSlice);
  expect(nextSlice(slice, 200)).toBe(slice);
  for (let count = 0; count < 10; count += 1) slice = nextSlice(slice, 5_000);
  expect(slice).toBe(smallestSlice);
});

test('a pace lets all together send so many bytes a second', async () => {
  const clock = createFakeClock();
  let limit: number | null = 1_000_000;
  const pace = createPace(clock, () => limit);
  const done: string[] = [];
  await pace(500_000);
  const second = pace(500_000).then(() => done.push('second'));
  const third = pace(1).then(() => done.push('third'));
  await clock.advance(499);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(['second']);
  await clock.advance(500);
  expect(done).toEqual(['second', 'third']);
  limit = null;
  await pace(1e9);
  await Promise.all([second, third]);
});

test('waiting for the pace ends with an abort', async () => {
  const clock = createFakeClock();
  const pace = createPace(clock, () => 100_000);
  await pace(1_000_000);
  const stop = new AbortController();
  const waiting = pace(1, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(clock.pending()).toBe(0);
});
