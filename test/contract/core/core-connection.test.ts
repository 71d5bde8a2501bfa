import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionSource } from '../../../main/core/network/connection.ts';
import type { Core } from '../../../main/core.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import type { CallArguments } from '../../../preload/contract.ts';
import { inEnglish } from '../../english.ts';
import { openForwardProxy } from '../../fakes/forward-proxy.ts';
import { startHost } from '../service/service-host.ts';
import { freshFolders, openCore, upload, writeBuild } from './core-world.ts';

type NetworkInput = CallArguments<'network.set'>;

/** Only the system proxy resolves this host name, so the service counts as remote. */
const elsewhere = 'http://service.invalid';

const offline = { code: 'core/offline', message: 'No network; Slipway continues when the network is back.' };

/** Starts a core whose network can be cut and restored, and a service in that network. */
async function world() {
  const { dataDir, builds } = await freshFolders();
  const host = await startHost();
  const user = host.service.firstUser;
  if (!user) throw new Error('The service made no first user');
  const port = Number(new URL(host.service.url).port);
  const openProxy = () => openForwardProxy({ port });
  let proxy = await openProxy();
  onTestFinished(() => proxy.stop());
  const state = { online: true, metered: null as boolean | null };
  const source: ConnectionSource = { online: () => state.online, metered: async () => state.metered };
  const systemProxy = async (): Promise<string> => proxy.url;
  const { core } = await openCore(dataDir, memorySecrets(), systemProxy, source);
  const account = {
    ...{ name: 'Elsewhere', authUrl: elsewhere, baseUrl: elsewhere, scope: 'distribution' },
    ...{ mode: 'plain' as const, vendor: 'acme', installLinkTemplate: null },
  };
  const { id: accountId } = await core.accounts.save({ ...account, ...user });
  const input: NetworkInput = {
    ...{ proxy: { mode: 'system', url: null, userName: null, bypass: [] }, caFiles: [] },
    ...{ bytesPerSecond: null, schedule: [], pauseOnMetered: false, connectTimeoutSeconds: 15 },
  };
  return {
    core,
    state,
    input,
    /** Breaks open connections and refuses new ones. */
    cut: async () => {
      state.online = false;
      await proxy.stop();
    },
    restore: async () => {
      proxy = await openProxy();
      state.online = true;
      await core.network.checkNow();
    },
    add: async (versionCode = 1, account = accountId): Promise<string> => {
      const [added] = await core.uploads.add({
        ...{ accountId: account, area: 'testingdist', activate: false, recipients: noRecipients },
        paths: [await writeBuild(builds, `notes-${versionCode}.apk`, versionCode)],
      });
      return added?.id ?? '';
    },
  };
}

function untilBlockedBy(core: Core, code: string | null): Promise<void> {
  return new Promise((resolve) => {
    const stop = core.network.events.on('changed', ({ connection }) => {
      if ((connection.waiting?.code ?? null) !== code) return;
      stop();
      resolve();
    });
  });
}

const ended = (core: Core, id: string) => upload(core, (view) => view.id === id && view.finishedAt !== null);
const untilProgress = (core: Core): Promise<void> =>
  new Promise((resolve) => {
    core.uploads.events.on('progress', ({ sentBytes }) => {
      if (sentBytes > 0) resolve();
    });
  });
const events = (core: Core, id: string): string[] | undefined =>
  core.uploads.get(id)?.timeline.map(({ event }) => event);

test('a build waits while offline and is uploaded when back online', async () => {
  const { core, state, add } = await world();
  const seen = untilBlockedBy(core, 'core/offline');
  state.online = false;
  await core.network.checkNow();
  await seen;
  const id = await add();
  await upload(core, (view) => view.id === id && view.package !== null);
  expect(inEnglish(core.uploads.get(id))).toMatchObject({ state: 'queued', failure: null, block: offline });
  expect(inEnglish((await core.network.get()).connection)).toMatchObject({
    online: false,
    waiting: offline,
  });
  const back = untilBlockedBy(core, null);
  state.online = true;
  await core.network.checkNow();
  await back;
  expect(inEnglish(await ended(core, id))).toMatchObject({ state: 'done' });
  expect(inEnglish(events(core, id))).not.toContain('retry');
});

test('a network loss during an upload does not count as an attempt', async () => {
  const { core, input, add, cut, restore } = await world();
  await core.network.set({ ...input, bytesPerSecond: 1_000 });
  const moves = untilProgress(core);
  const id = await add();
  await moves;
  await cut();
  await upload(core, (view) => view.id === id && view.state === 'queued');
  await core.network.set(input);
  expect(inEnglish(core.uploads.get(id))).toMatchObject({ state: 'queued', failure: null, block: offline });
  await restore();
  expect(inEnglish(await ended(core, id))).toMatchObject({ state: 'done' });
  expect(inEnglish(events(core, id))).not.toContain('retry');
});

test('a scheduled retry starts immediately when the network returns', async () => {
  const { core, add, cut, restore, state } = await world();
  await cut();
  state.online = true;
  await core.network.checkNow();
  const id = await add();
  await upload(core, (view) => view.id === id && view.state === 'retrying');
  state.online = false;
  await core.network.checkNow();
  await restore();
  expect(await ended(core, id)).toMatchObject({ state: 'done' });
});

test('an upload to the built-in service needs no network', async () => {
  const { core, state, add } = await world();
  await core.service.start();
  state.online = false;
  await core.network.checkNow();
  const id = await add(1, 'built-in');
  expect(await ended(core, id)).toMatchObject({ state: 'done' });
});

test('uploads pause on a metered network if pauseOnMetered is set', async () => {
  const { core, input, state, add } = await world();
  state.metered = true;
  await core.network.set({ ...input, bytesPerSecond: 1_000 });
  const moves = untilProgress(core);
  const id = await add();
  await moves;
  expect((await core.network.get()).connection.waiting).toBeNull();
  const seen = untilBlockedBy(core, 'core/metered');
  await core.network.set({ ...input, bytesPerSecond: 1_000, pauseOnMetered: true });
  await seen;
  await upload(core, (view) => view.id === id && view.state === 'queued');
  const second = await add(2);
  await upload(core, (view) => view.id === second && view.package !== null);
  expect([id, second].map((one) => core.uploads.get(one)?.state)).toEqual(['queued', 'queued']);
  await core.network.set({ ...input, pauseOnMetered: true });
  state.metered = false;
  await core.network.checkNow();
  expect(await ended(core, id)).toMatchObject({ state: 'done' });
  expect(await ended(core, second)).toMatchObject({ state: 'done' });
  expect(events(core, id)).not.toContain('retry');
});
