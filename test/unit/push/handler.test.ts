import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type AppCallbacks,
  createHandlerDevice,
  type DeviceOptions,
  type HandlerDevice,
} from '../../../main/push/handler/handler-device.ts';
import type { DeviceFacts, LocalNotification } from '../../../main/push/handler/handler-state.ts';
import type { Device } from '../../../main/push/handler/resolver.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';

const android: Device = { platform: 'android', apiLevel: 33 };
const ios: Device = { platform: 'ios' };
const mapping = { keys: { title: 'title', body: 'body' } } as const;
const local: LocalNotification = {
  alertAction: 'Tea',
  alertBody: 'It is ready',
  android: { vibrate: true },
  ios: { hasAction: true },
};
const message = { to: 'token-1', data: { notification: { title: 'T' } } };

type World = { readonly device: HandlerDevice; readonly clock: FakeClock; readonly called: string[] };

/** Creates a device whose application records every call. `facts` and `options` override the defaults. */
function world(facts: Partial<DeviceFacts> = {}, options: Partial<DeviceOptions> = {}): World {
  const clock = createFakeClock();
  const called: string[] = [];
  const record = (name: string, answer?: unknown) => (argument: unknown) => {
    called.push(`${name} ${JSON.stringify(argument)}`);
    return answer;
  };
  const callbacks: AppCallbacks = {
    'Notifications.onNotificationReceive': record('receive', ['ALERT']),
    'Notifications.onNotificationClick': record('click'),
    'Notifications.ios.willPresentNotification': record('will present', ['SOUND', 'ALERT', 'NOISE']),
    'Notifications.ios.receivedNotificationResponse': record('response'),
    'Application.onReceivedNotification': record('local'),
    onToken: record('token'),
  };
  const device = createHandlerDevice({
    clock,
    facts: { device: android, build: 'published', apsEnvironment: 'production', mapping, ...facts },
    callbacks,
    requestToken: async () => 'token-1',
    given: { permission: 'granted' },
    ...options,
  });
  onTestFinished(device.stop);
  return { device, clock, called };
}

async function registered(facts: Partial<DeviceFacts> = {}): Promise<World> {
  const made = world(facts);
  await new Promise((resolve) => made.device.register(resolve, resolve));
  made.called.length = 0;
  return made;
}

const kinds = ({ device }: World): readonly string[] => inEnglish(device.effects()).map(({ kind }) => kind);
const registering = (device: HandlerDevice): Promise<unknown> =>
  new Promise((resolve) => device.register(resolve, (reason) => resolve(reason)));

describe('registration', () => {
  test('passes an object to register and a string to onToken', async () => {
    const { device, clock, called } = world();
    device.subscribeToTopic('news');
    expect(device.state().registration).toEqual({ kind: 'asked' });
    await clock.advance(0);
    expect(called).toEqual(['token "token-1"']);
    expect(await registering(device)).toEqual({ token: 'token-1' });
    expect(device.state()).toMatchObject({ topics: ['news'], registration: { token: 'token-1' } });
  });

  test('requests one token for two parallel calls', async () => {
    const { device } = world();
    const both = await Promise.all([registering(device), registering(device)]);
    expect(both).toEqual([{ token: 'token-1' }, { token: 'token-1' }]);
    expect(inEnglish(device.effects()).filter(({ kind }) => kind === 'request-token')).toHaveLength(1);
  });

  test.each<readonly [string, Partial<DeviceFacts>, string]>([
    ['in the emulator', { build: 'emulator' }, 'not in the emulator'],
    ['on iOS without the entitlement', { device: ios, apsEnvironment: null }, 'aps-environment'],
  ])('fails %s', async (_, facts, reason) => {
    const { device } = world(facts);
    expect(inEnglish(await registering(device))).toContain(reason);
    expect(device.state().registration).toEqual({ kind: 'none' });
  });

  test('reports the error of the provider and retries on the next call', async () => {
    const answers = [Promise.reject(new Error('no certificate')), Promise.resolve('token-2')];
    const { device } = world(
      {},
      { requestToken: () => answers.shift() ?? Promise.reject(new Error('asked too often')) },
    );
    expect(await registering(device)).toContain('no certificate');
    expect(await registering(device)).toEqual({ token: 'token-2' });
  });

  test('lets a device receive only messages to its token and topics', async () => {
    const { device } = world();
    device.receive(message);
    await registering(device);
    device.receive({ ...message, to: 'token-9' });
    device.receive({ ...message, to: '/topics/news' });
    const lost = inEnglish(device.effects()).flatMap((effect) =>
      effect.kind === 'lost' ? [effect.reason] : [],
    );
    expect(lost).toEqual([
      expect.stringContaining('no token yet'),
      expect.stringContaining('another device'),
      expect.stringContaining('“news”'),
    ]);
    device.subscribeToTopic('news');
    device.receive({ ...message, to: '/topics/news' });
    expect(device.state().shade).toHaveLength(1);
  });
});

describe('a message', () => {
  test('is shown in the background and passes all data when tapped', async () => {
    const { device, called } = await registered();
    device.move('background');
    device.receive(message);
    const [shown] = device.state().shade;
    expect(shown).toMatchObject({ origin: 'push', presentation: { title: 'T', channelId: '1' } });
    device.tap(shown?.id ?? 0);
    expect(called).toEqual([`receive ${JSON.stringify(message)}`, `click ${JSON.stringify(message)}`]);
    expect(device.state()).toMatchObject({ app: 'foreground', shade: [] });
    device.tap(shown?.id ?? 0);
    expect(called).toHaveLength(2);
  });

  test('is presented with the options of the callback in the iOS foreground', async () => {
    const { device, called } = await registered({ device: ios });
    device.receive(message);
    device.setUserNotificationEnabled(true);
    device.receive(message);
    expect(called.map((line) => line.split(' {')[0])).toEqual(['receive', 'will present']);
    expect(device.state()).toMatchObject({ pendingPresentation: [], shade: [{}, {}] });
    device.tap(device.state().shade[0]?.id ?? 0);
    expect(called.at(-1)).toContain('response');
  });

  test('that deletes a channel removes the notifications of the channel', async () => {
    const { device } = await registered({ mapping: { keys: { channelId: 'c', deleteChannelId: 'd' } } });
    device.receive({ ...message, data: { notification: { c: '5' } } });
    device.receive({ ...message, data: { notification: { c: '6', d: '5' } } });
    expect(device.state().shade.map(({ presentation }) => presentation.channelId)).toEqual(['6']);
  });
});

describe('permission', () => {
  test('is requested once from API level 33; below, a request is a misuse', () => {
    const newer = world({}, { given: { permission: 'not-asked' } });
    newer.device.requestPermission();
    newer.device.answerPermission('granted');
    newer.device.requestPermission();
    expect(kinds(newer)).toEqual(['request-permission']);
    expect(newer.device.state().permission).toBe('granted');
    const older = world({ device: { platform: 'android', apiLevel: 32 } });
    older.device.requestPermission();
    expect(structuredClone(inEnglish(older.device.effects()))).toEqual([
      { kind: 'misuse', message: expect.stringContaining('level 32') },
    ]);
  });
});

describe('a local notification', () => {
  test('is presented with its title and text, and vibrates on Android', () => {
    const { device, called } = world();
    device.present(local);
    expect(device.state().shade).toMatchObject([
      { origin: 'local', presentation: { title: 'Tea', body: 'It is ready', channelId: '1' } },
    ]);
    expect(inEnglish(device.effects()).at(-1)).toMatchObject({ kind: 'presented', vibrate: true });
    expect(called).toEqual([]);
  });

  test('is passed to the application, not shown, in the iOS foreground', () => {
    const { device, called } = world({ device: ios });
    device.present(local);
    expect(called).toEqual([`local ${JSON.stringify(local)}`]);
    expect(device.state().shade).toEqual([]);
    device.setUserNotificationEnabled(true);
    device.present(local);
    expect(called.at(-1)).toContain('will present');
    expect(device.state().shade).toHaveLength(1);
  });

  test.each(['background', 'closed'] as const)(
    'fires at its scheduled time when the application is %s',
    async (app) => {
      const { device, clock } = world({ device: ios });
      const id = device.schedule(local, clock.now() + 60_000);
      device.schedule({ ...local, alertAction: 'Later' }, clock.now() + 120_000);
      device.move(app);
      await clock.advance(59_999);
      expect(device.state().shade).toEqual([]);
      await clock.advance(1);
      expect(device.state().shade).toMatchObject([{ id, presentation: { title: 'Tea' } }]);
      await clock.advance(60_000);
      expect(device.state().shade.map(({ presentation }) => presentation.title)).toEqual(['Tea', 'Later']);
      expect([device.state().scheduled, clock.pending()]).toEqual([[], 0]);
    },
  );

  test('fires at once when due in the past and never when cancelled', async () => {
    const { device, clock } = world();
    device.schedule(local, clock.now() - 5);
    const id = device.schedule(local, clock.now() + 5);
    device.cancel(id ?? 0);
    await clock.advance(10);
    expect(device.state().shade).toHaveLength(1);
  });

  test('cannot be presented or scheduled by a closed application', () => {
    const made = world();
    made.device.move('closed');
    made.device.present(local);
    expect(made.device.schedule(local, 0)).toBeNull();
    expect(kinds(made)).toEqual(['misuse', 'misuse']);
  });
});
