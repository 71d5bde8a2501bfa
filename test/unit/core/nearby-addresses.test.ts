import { expect, test } from 'vitest';
import { nearbyAddresses } from '../../../main/core/accounts/nearby-addresses.ts';

test('nearbyAddresses returns the parent URLs of a page, shortest first', () => {
  expect(nearbyAddresses('https://a.example/builds/install/7', null)).toEqual([
    'https://a.example',
    'https://a.example/builds',
    'https://a.example/builds/install',
  ]);
  expect(nearbyAddresses('https://a.example/', null)).toEqual([]);
  expect(nearbyAddresses(`https://a.example${'/x'.repeat(1_000)}`, null)).toHaveLength(5);
});

test('a redirect is followed to https on the same host, or within the origin', () => {
  expect(nearbyAddresses('http://a.example', 'https://a.example/oauth/token')).toEqual([
    'https://a.example',
    'https://a.example/oauth',
    'https://a.example/oauth/token',
  ]);
  expect(nearbyAddresses('http://a.example:8080', 'https://a.example:8443/')).toEqual([
    'https://a.example:8443',
  ]);
});

test.each([
  'https://b.example/',
  'http://a.example/',
  'https://a.example.b.example/',
  'https://a.example@b.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'nothing',
])('a redirect to %s is not followed', (redirect) => {
  expect(nearbyAddresses('https://a.example', redirect)).toEqual([]);
});
