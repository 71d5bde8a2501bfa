import { expect, onTestFinished, test } from 'vitest';
import type { Lookup } from '../../../main/api/transport/open-socket.ts';
import { createLog } from '../../../main/base/log/log.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { systemNetworkState, watchNetworkChanges } from '../../../main/core/network/network-changes.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

/** Watches one host that resolves to `found`, with the real routes of this computer. */
function startWatch() {
  const clock = createFakeClock();
  const log = createLog({ clock, redactor: new Redactor(), sinks: [], level: 'info' });
  const events: string[] = [];
  const world = { found: null as string | null, addresses: '192.0.2.1', hosts: ['service.example'] };
  const lookup: Lookup = (_, __, done) => {
    if (world.found === null) done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    else done(null, [{ address: world.found, family: 4 }]);
  };
  const stop = watchNetworkChanges({
    ...{ clock, log },
    state: { ...systemNetworkState(lookup), addresses: () => world.addresses },
    hosts: async () => world.hosts,
    onChange: () => events.push('changed'),
    onWake: () => events.push('woke up'),
  });
  onTestFinished(stop);
  const pass = async (): Promise<readonly string[]> => {
    const before = events.length;
    await clock.advance(5_000);
    while (clock.pending() === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return events.slice(before);
  };
  return { clock, world, pass };
}

test('a host of waiting uploads that resolves again is reported once', async () => {
  const { world, pass } = startWatch();
  expect(await pass()).toEqual([]);
  world.found = '127.0.0.1';
  expect(await pass()).toEqual(['changed']);
  expect(await pass()).toEqual([]);
  world.found = null;
  expect(await pass()).toEqual([]);
  world.hosts = [];
  await pass();
  world.found = '127.0.0.1';
  expect(await pass()).toEqual([]);
});

test('new addresses of this computer are reported', async () => {
  const { world, pass } = startWatch();
  expect(await pass()).toEqual([]);
  world.addresses = '192.0.2.2';
  expect(await pass()).toEqual(['changed']);
  expect(await pass()).toEqual([]);
});

test('a clock jump is reported as a wake-up', async () => {
  const { clock, pass } = startWatch();
  expect(await pass()).toEqual([]);
  clock.setNow(clock.now() + 60_000);
  expect(await pass()).toEqual(['woke up']);
  expect(await pass()).toEqual([]);
});

test('localAddressesFor returns the local address of the route or null', async () => {
  const { localAddressesFor } = systemNetworkState((_, __, done) => done(new Error('not found'), []));
  expect(await localAddressesFor('127.0.0.1')).toBe('127.0.0.1');
  expect(await localAddressesFor('nowhere.example')).toBeNull();
});
