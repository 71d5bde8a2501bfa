import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientAddress, clientKey } from '../../../main/service/http/client-address.ts';

function requestFrom(from: string, forwarded: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value: from });
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each([
  ['the address of the connection without proxies', '9.9.9.9', 0, '127.0.0.1'],
  ['the address of the connection without the header', undefined, 1, '127.0.0.1'],
  ['the client behind one proxy', '203.0.113.7', 1, '203.0.113.7'],
  ['the client behind two proxies', '203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
  ['the first of fewer entries than proxies', '203.0.113.7', 3, '203.0.113.7'],
  ['an address without its port', '203.0.113.7:51234', 1, '203.0.113.7'],
  ['an IPv6 address in brackets', '[2001:DB8::7]:443', 1, '2001:db8::7'],
  ['a bare IPv6 address', ' 2001:db8::7 ', 1, '2001:db8::7'],
  ['an IPv4-mapped address', '::ffff:203.0.113.7', 1, '203.0.113.7'],
  ['the address of the connection for an invalid entry', 'unknown', 1, '127.0.0.1'],
  ['the inner of two proxies for an invalid outer entry', 'unknown, 10.0.0.2', 2, '10.0.0.2'],
  ['the address of the connection for an empty entry', '203.0.113.7,', 1, '127.0.0.1'],
])('clientAddress returns %s', (_name, forwarded, hops, address) => {
  expect(clientAddress(requestFrom('::ffff:127.0.0.1', forwarded), hops)).toBe(address);
});

test('clientAddress ignores entries that the client adds itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 3 }), (forged, hops) => {
      const added = ['198.51.100.1', '10.0.0.2', '10.0.0.3'].slice(0, hops);
      expect(clientAddress(requestFrom('10.0.0.4', [forged, ...added].join(', ')), hops)).toBe(
        '198.51.100.1',
      );
    }),
  );
});

describe('clientKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::7', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});
