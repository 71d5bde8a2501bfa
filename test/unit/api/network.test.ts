import { expect, test } from 'vitest';
import { environmentProxy } from '../../../main/api/transport/proxy/environment-proxy.ts';
import {
  isValidException,
  matchesException,
  parseExceptions,
} from '../../../main/api/transport/proxy/proxy-exceptions.ts';
import {
  firstSliceSize,
  maxSlice,
  minAcknowledgedSlice,
  minSlice,
  nextSliceSize,
} from '../../../main/api/transport/slices.ts';

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
])('environmentProxy for %s returns %s', (address, proxy) => {
  expect(environmentProxy(environment)(new URL(address))).toBe(proxy);
});

test('environmentProxy returns null with NO_PROXY=* or without variables', () => {
  const url = new URL('https://service.example');
  expect(environmentProxy({ ...environment, NO_PROXY: '*' })(url)).toBeNull();
  expect(environmentProxy({})(url)).toBeNull();
});

test('the first slice takes a tenth of a second at the speed of the previous upload', () => {
  expect(firstSliceSize(0)).toBe(minSlice);
  expect(firstSliceSize(minSlice * 10 + 25)).toBe(minSlice + 2);
  expect(firstSliceSize(1e9)).toBe(maxSlice);
});

test.each([
  [true, minAcknowledgedSlice],
  [false, minSlice],
])('the slice size adapts to the speed within bounds (acknowledged: %s)', (hasAcknowledgements, smallest) => {
  const slices = (count: number, tookMs: number, acceptedBytes: number, begin: number): number =>
    Array.from({ length: count }).reduce(
      (slice: number) => nextSliceSize(slice, tookMs, { acceptedBytes, hasAcknowledgements }),
      begin,
    );
  expect(slices(10, 1, 1_000, minSlice)).toBe(smallest);
  expect(slices(10, 1, 4 * maxSlice, minSlice)).toBe(maxSlice / 4);
  expect(slices(10, 1, 100 * maxSlice, minSlice)).toBe(maxSlice);
  expect(slices(1, 200, 100 * maxSlice, maxSlice)).toBe(maxSlice);
  expect(slices(10, 5_000, 100 * maxSlice, maxSlice)).toBe(smallest);
});

test.each([
  ['http://10.1.2.3/', '10.0.0.0/8', true],
  ['http://11.1.2.3/', '10.0.0.0/8', false],
  ['http://10.example/', '10.0.0.0/8', false],
  ['http://[fd00::7]/', 'fd00::/8', true],
  ['http://[fd00::7]/', '::/129', false],
  ['http://10.1.2.3/', '10.1.2.3', true],
  ['http://münchen.example/', 'München.example', true],
  ['http://www.example.org/', 'EXAMPLE.org.', true],
  ['http://notexample.org/', 'example.org', false],
])('%s matches the exception %s: %s', (address, entry, expected) => {
  expect(matchesException(new URL(address), [entry])).toBe(expected);
});

test('parseExceptions accepts spaces, commas, semicolons and line breaks', () => {
  expect(parseExceptions(' a.example,b.example; c.example\nd.example,, ')).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
  ]);
});

test.each([
  '*',
  'example.org',
  '.example.org',
  '*.example.org:8443',
  'münchen.example',
  '10.0.0.1',
  '10.0.0.0/8',
  '[::1]:80',
  'fd00::/8',
])('%s is a valid proxy exception', (entry) => expect(isValidException(entry)).toBe(true));

test.each([
  '',
  'http://example.org',
  'example.org/path',
  '10.*',
  'a b',
  '10.0.0.0/33',
  'user@host',
  'example.org:99999',
  '<local>',
])('“%s” is not a valid proxy exception', (entry) => expect(isValidException(entry)).toBe(false));
