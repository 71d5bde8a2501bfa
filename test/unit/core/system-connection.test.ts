import { expect, test } from 'vitest';
import {
  createMeteredCheck,
  hasNetwork,
  readConnectionCost,
  readNetworkManager,
} from '../../../main/core/network/system-connection.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const own = { address: '127.0.0.1', internal: true };

test.each([
  ['192.168.1.20', true],
  ['2001:db8::7', true],
  ['fd12:3456::1', true],
  ['fe80::1c2d:3e4f', false],
  ['169.254.10.2', false],
])('hasNetwork for the address %s is %s', (address, online) => {
  expect(hasNetwork([own, { address, internal: false }])).toBe(online);
});

test('hasNetwork is false with only loopback addresses or none', () => {
  expect(hasNetwork([own, { address: '::1', internal: true }])).toBe(false);
  expect(hasNetwork([])).toBe(false);
});

test.each([
  ['u 0\n', null],
  ['u 1\n', true],
  ['u 2\n', false],
  ['u 3\n', true],
  ['u 4\n', false],
  ['u 12\n', null],
  ['', null],
  ['Failed to get property Metered on interface org.freedesktop.NetworkManager: Unit dbus-org…\n', null],
])('readNetworkManager reads %j as metered: %s', (answer, metered) => {
  expect(readNetworkManager(answer)).toBe(metered);
});

test.each([
  ['Unrestricted\r\n', false],
  ['Fixed\r\n', true],
  ['Variable\r\n', true],
  ['Unknown\r\n', null],
  ['', null],
])('readConnectionCost reads %j as metered: %s', (answer, metered) => {
  expect(readConnectionCost(answer)).toBe(metered);
});

test('the metered check returns null without a supported system or program', async () => {
  const { log } = collectedLog();
  expect(await createMeteredCheck('darwin', log)()).toBeNull();
  expect(await createMeteredCheck('freebsd', log)()).toBeNull();
  if (process.platform !== 'win32') expect(await createMeteredCheck('win32', log)()).toBeNull();
});
