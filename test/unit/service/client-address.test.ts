import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientAddress, clientKey } from '../../../main/service/http/client-address.ts';

function asked(from: string, forwarded: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value: from });
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each([
  ['nothing is believed unless asked for', '9.9.9.9', 0, '127.0.0.1'],
  ['without the header it is the connection', undefined, 1, '127.0.0.1'],
  ['one proxy', '203.0.113.7', 1, '203.0.113.7'],
  ['two proxies', '203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
  ['fewer entries than proxies', '203.0.113.7', 3, '203.0.113.7'],
  ['a port, which is another one each time', '203.0.113.7:51234', 1, '203.0.113.7'],
  ['IPv6 in brackets', '[2001:DB8::7]:443', 1, '2001:db8::7'],
  ['bare IPv6', ' 2001:db8::7 ', 1, '2001:db8::7'],
  ['IPv4 written as IPv6', '::ffff:203.0.113.7', 1, '203.0.113.7'],
  ['no address', 'unknown', 1, '127.0.0.1'],
  ['no address from the outer of two', 'unknown, 10.0.0.2', 2, '10.0.0.2'],
  ['an empty entry', '203.0.113.7,', 1, '127.0.0.1'],
])('%s', (_name, forwarded, hops, address) => {
  expect(clientAddress(asked('::ffff:127.0.0.1', forwarded), hops)).toBe(address);
});

test('whatever a client writes itself, it is known by what the proxies add', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 3 }), (forged, hops) => {
      const added = ['198.51.100.1', '10.0.0.2', '10.0.0.3'].slice(0, hops);
      expect(clientAddress(asked('10.0.0.4', [forged, ...added].join(', ')), hops)).toBe('198.51.100.1');
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
