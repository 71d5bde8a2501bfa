import { expect, test } from 'vitest';
import { unencryptedHosts as onCommandLine } from '../../../main/core/accounts/unencrypted.ts';
import { unencryptedHosts } from '../../../renderer/logic/unencrypted.ts';

const open = [
  ['http://distribution.example.org', 'distribution.example.org'],
  ['HTTP://Distribution.example.org:8080/api', 'distribution.example.org:8080'],
  ['http://192.168.1.20', '192.168.1.20'],
  ['http://[fe80::1]:80', '[fe80::1]'],
  ['http://localhost.example.org', 'localhost.example.org'],
  ['http://127.0.0.1.example.org', '127.0.0.1.example.org'],
  ['http://127.example.org', '127.example.org'],
  ['http://notlocalhost', 'notlocalhost'],
  ['http://0.0.0.0', '0.0.0.0'],
] as const;

const safe = [
  'https://distribution.example.org',
  'http://localhost:5000',
  'http://LOCALHOST.',
  'http://slipway.localhost',
  'http://127.0.0.1:5000',
  'http://127.1',
  'http://2130706433',
  'http://[::1]:5000',
];

test.each(open)('%s is reported as unencrypted', (address, host) => {
  for (const account of [
    { kind: 'remote', authUrl: address, baseUrl: 'https://a.example' },
    { kind: 'remote', authUrl: 'https://a.example', baseUrl: address },
    { kind: 'remote', authUrl: address, baseUrl: `${address}/x` },
  ] as const) {
    expect(unencryptedHosts(account)).toEqual([host]);
    expect(onCommandLine(account)).toEqual([host]);
  }
  expect(unencryptedHosts({ kind: 'built-in', authUrl: address, baseUrl: address })).toEqual([]);
  expect(onCommandLine({ kind: 'built-in', authUrl: address, baseUrl: address })).toEqual([]);
});

test.each(safe)('%s is not reported as unencrypted', (address) => {
  expect(unencryptedHosts({ authUrl: address, baseUrl: address })).toEqual([]);
  expect(onCommandLine({ kind: 'remote', authUrl: address, baseUrl: address })).toEqual([]);
});

test('unencryptedHosts lists each host and ignores incomplete addresses', () => {
  expect(unencryptedHosts({ authUrl: 'http://a.example', baseUrl: ' http://b.example ' })).toEqual([
    'a.example',
    'b.example',
  ]);
  expect(unencryptedHosts({ authUrl: 'http://', baseUrl: 'distribution' })).toEqual([]);
});
