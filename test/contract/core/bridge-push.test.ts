import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type BridgeHost, createBridge } from '../../../main/bridge/bridge.ts';
import type { HostAbilities, Notice } from '../../../main/bridge/host-abilities.ts';
import { webErrors } from '../../../main/bridge/http/errors.ts';
import { unavailableAbilities } from '../../../main/bridge/unavailable-abilities.ts';
import type { CallArguments, CallName, CallResult } from '../../../preload/contract.ts';
import { inEnglish } from '../../english.ts';
import type { PushProvider } from '../../fakes/push-provider.ts';
import { startPushProvider } from '../../unit/push/push-provider.ts';
import { freshCore } from './core-world.ts';

type World = {
  readonly bridge: BridgeHost;
  readonly provider: PushProvider;
  readonly dataDir: string;
  readonly lines: readonly string[];
  readonly notices: readonly Notice[];
  /** Returns the value of a call; throws if it fails. */
  invoke<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<CallResult<Name>>;
};

async function world(): Promise<World> {
  const { core, lines, dataDir } = await freshCore();
  const notices: Notice[] = [];
  const noop = async (): Promise<void> => {};
  const host: HostAbilities = {
    info: { version: '0.0.0', host: 'desktop', hostReason: null, operatingSystem: 'linux' },
    ...{ copyText: noop, openLink: noop, showInFolder: noop, openFile: noop },
    chooseFolder: async () => null,
    chooseCertificates: async () => [],
    popUpMenu: async () => null,
    setCommands: async () => {},
    onShow: () => () => {},
    ...unavailableAbilities('0.0.0', () => webErrors.notInTab({})),
    showNotice: async (notice) => void notices.push(notice),
  };
  const bridge = createBridge(core, host);
  return {
    ...{ bridge, dataDir, lines, notices, provider: await startPushProvider() },
    invoke: async (name, values) => {
      const answer = await bridge.call(name, values);
      if (!answer.ok) throw new Error(`${name}: ${answer.message}`);
      return answer.value as CallResult<typeof name>;
    },
  };
}

async function saveSenders({ invoke, provider }: World): Promise<void> {
  const { url, serverKey, serviceAccount } = provider;
  const address = `${url}/fcm/send`;
  await invoke('push.senders.save', { name: 'old', mode: 'server-key', address, secret: serverKey });
  await invoke('push.senders.save', { name: 'new', mode: 'http-v1', address: url, secret: serviceAccount });
}

const text = (to: string): string =>
  JSON.stringify({ to, data: { notification: { title: 'Tea', count: 7 } } });

test('senders can be saved, changed and removed without exposing a key', async () => {
  const here = await world();
  const { invoke, provider, dataDir, lines, bridge } = here;
  await saveSenders(here);
  const address = `${provider.url}/fcm/send`;
  expect(await invoke('push.senders.list', {})).toEqual([
    { name: 'old', mode: 'server-key', address, effectiveAddress: address },
    { name: 'new', mode: 'http-v1', address: provider.url, effectiveAddress: provider.url },
  ]);
  const changed = { name: 'old', mode: 'server-key', address: null, secret: 'another-key-0123' } as const;
  expect(await invoke('push.senders.save', changed)).toMatchObject([
    { name: 'new' },
    { name: 'old', address: null, effectiveAddress: expect.stringContaining('https://') },
  ]);
  for (const [wrong, code] of [
    [{ ...changed, name: ' ' }, 'settings/invalid'],
    [{ ...changed, secret: ' ' }, 'push/secretMissing'],
    [{ ...changed, address: 'ftp://x' }, 'settings/invalid'],
    [{ ...changed, mode: 'http-v1' }, 'push/badServiceAccount'],
  ] as const) {
    expect(await bridge.call('push.senders.save', wrong)).toMatchObject({ ok: false, code });
  }
  expect(await invoke('push.senders.remove', { name: 'old' })).toMatchObject([{ name: 'new' }]);
  expect(await bridge.call('push.senders.remove', { name: 'old' })).toMatchObject({
    ok: false,
    code: 'push/unknownSender',
  });
  const written = (await readFile(join(dataDir, 'settings.json'), 'utf8')) + lines.join('\n');
  expect(written).not.toMatch(/another-key-0123|AAAAserver|PRIVATE KEY/);
});

test('a dry run shows the requests and sends nothing', async () => {
  const here = await world();
  const { invoke, provider } = here;
  await saveSenders(here);
  const target = { kind: 'topic', name: 'news' } as const;
  const old = await invoke('push.messages.dryRun', { sender: 'old', message: text('device'), target });
  expect(inEnglish(old.requests)).toEqual([
    {
      method: 'POST',
      url: `${provider.url}/fcm/send`,
      headers: { authorization: 'key=[hidden]', 'content-type': 'application/json' },
      body: '{"to":"/topics/news","data":{"notification":{"title":"Tea","count":"7"}}}',
    },
  ]);
  expect(inEnglish(old.notes)).toEqual([expect.stringContaining('count was a number')]);
  const now = await invoke('push.messages.dryRun', { sender: 'new', message: text('device'), target: null });
  expect(inEnglish(now.requests.map(({ url }) => new URL(url).pathname))).toEqual([
    '/token',
    '/v1/projects/notes/messages:send',
  ]);
  expect(inEnglish(JSON.stringify([old, now]))).not.toMatch(/AAAAserver|PRIVATE KEY/);
  expect(inEnglish(provider.seen)).toEqual([]);
});

test.each(['old', 'new'])('a message sent with “%s” is listed and can be sent again', async (sender) => {
  const here = await world();
  const { invoke, bridge, provider } = here;
  await saveSenders(here);
  const target = { kind: 'device', token: 'device' } as const;
  const sent = await invoke('push.messages.send', { sender, message: text('other'), target });
  expect(inEnglish(sent)).toMatchObject({
    entry: { id: 1, sender, to: 'device', excerpt: 'Tea · 7', outcome: { ok: true, newToken: null } },
    notes: [expect.stringContaining('count was a number')],
    historyFailure: null,
  });
  expect(inEnglish(JSON.parse(sent.entry.text))).toMatchObject({ data: { notification: { count: '7' } } });
  for (const [token, code] of [
    ['gone', 'push/tokenGone'],
    ['quota', 'push/quota'],
  ] as const) {
    const refused = await invoke('push.messages.send', {
      ...{ sender, message: text('device') },
      target: { kind: 'device', token },
    });
    expect(inEnglish(refused.entry.outcome)).toMatchObject({ ok: false, code });
  }
  const again = await invoke('push.messages.sendAgain', { id: 1, sender: null });
  expect(inEnglish(again.entry)).toMatchObject({ id: 4, to: 'device', outcome: { ok: true } });
  const otherWay = await invoke('push.messages.sendAgain', {
    id: 1,
    sender: sender === 'old' ? 'new' : 'old',
  });
  expect(inEnglish(otherWay.entry)).toMatchObject({ id: 5, outcome: { ok: true } });
  expect(
    inEnglish((await invoke('push.messages.history', {})).map(({ id, outcome }) => [id, outcome.ok])),
  ).toEqual([
    [5, true],
    [4, true],
    [3, false],
    [2, false],
    [1, true],
  ]);
  const before = provider.seen.length;
  await invoke('push.senders.remove', { name: sender });
  expect(inEnglish(await bridge.call('push.messages.sendAgain', { id: 1, sender: null }))).toMatchObject({
    ok: false,
    code: 'push/unknownSender',
  });
  expect(inEnglish(await bridge.call('push.messages.sendAgain', { id: 99, sender: null }))).toMatchObject({
    ok: false,
    code: 'push/notSent',
  });
  expect(inEnglish(provider.seen)).toHaveLength(before);
});

test('push.messages.send reports an unwritable history and a bad message', async () => {
  const here = await world();
  const { invoke, bridge, dataDir, provider } = here;
  await saveSenders(here);
  const given = { sender: 'old', message: text('device'), target: null };
  await invoke('push.messages.send', given);
  const history = new DatabaseSync(join(dataDir, 'push.db'));
  history.exec(`CREATE TRIGGER full BEFORE INSERT ON sent BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  history.close();
  expect(inEnglish(await invoke('push.messages.send', given))).toMatchObject({
    entry: { id: null, outcome: { ok: true } },
    historyFailure: {
      code: 'push/historyNotSaved',
      message: expect.stringContaining('Do not send it again'),
    },
  });
  expect(inEnglish(provider.seen)).toHaveLength(2);
  for (const [message, code, expectedText] of [
    ['{\n"to": }', 'push/messageNotJson', 'line 2, column 7'],
    ['{"to": "a"}', 'push/badMessage', '“data”'],
  ]) {
    expect(inEnglish(await bridge.call('push.messages.send', { ...given, message }))).toMatchObject({
      ...{ ok: false, code },
      message: expect.stringContaining(expectedText ?? ''),
    });
  }
  expect(inEnglish(provider.seen)).toHaveLength(2);
});

const mapping = '{"notification": {"title": "t", "channelId": "c"}, "configuration_version": "2"}';

const simulation: CallArguments<'push.simulator.run'> = {
  mapping,
  message: '{"to": "a", "data": {"notification": {"t": "Tea", "c": "7"}}}',
  device: { platform: 'android', apiLevel: 33 },
  app: 'background',
  permission: 'granted',
  build: 'published',
  channels: { existing: [], deleted: [] },
  options: [],
  userNotificationEnabled: false,
  tapped: true,
};

test('a simulation reports the position of syntax errors', async () => {
  const { invoke, bridge, notices } = await world();
  const example = await invoke('push.simulator.example', { mapping });
  expect(inEnglish(JSON.parse(example))).toMatchObject({
    data: { notification: { t: expect.any(String), c: expect.stringMatching(/^\d+$/) } },
  });
  expect(inEnglish(await invoke('push.simulator.run', { ...simulation, message: example }))).toMatchObject({
    format: 'version-2',
    mappingProblems: [],
    messageProblem: null,
    simulation: {
      presentation: { shade: { value: true } },
      channels: [{ id: JSON.parse(example).data.notification.c }],
      callbacks: [
        { callback: 'Notifications.onNotificationReceive', argument: example.trimEnd() },
        { callback: 'Notifications.onNotificationClick' },
      ],
    },
  });
  expect(
    inEnglish(await invoke('push.simulator.run', { ...simulation, mapping: '{', message: '[1,\n' })),
  ).toMatchObject({
    mappingProblems: [{ severity: 'error', line: 1 }],
    messageProblem: { line: 2, column: 1, message: expect.stringMatching(/\.$/) },
    simulation: null,
  });
  expect(inEnglish(await bridge.call('push.simulator.example', { mapping: '{' }))).toMatchObject({
    ok: false,
    code: 'push/notJson',
  });
  await invoke('push.simulator.showNotification', { title: 'Tea', body: '', silent: true });
  expect(inEnglish(notices)).toEqual([{ title: 'Tea', body: '', silent: true }]);
});
