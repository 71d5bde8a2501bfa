import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { goodMapping, goodMessage } from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startPushProvider } from '../push/push-provider.ts';
import { writeWorkspace } from '../push/workspace-files.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { slipway } from './run-slipway.ts';

type Report = {
  readonly verdict: string;
  readonly rules: readonly { readonly rule: string; readonly verdict: string; readonly fix: unknown }[];
  readonly fixed: readonly { readonly rule: string }[];
};

const mappingFile = 'config/Android/pushnotification.json';

async function files(): Promise<{
  readonly mapping: string;
  readonly message: string;
  readonly dataDir: string;
}> {
  const folder = await temporaryFolder();
  const [mapping, message] = [join(folder, 'pushnotification.json'), join(folder, 'message.json')];
  await writeFile(mapping, goodMapping);
  await writeFile(message, JSON.stringify(goodMessage));
  return { mapping, message, dataDir: join(folder, 'data') };
}

describe('push check', () => {
  test('exits with 0 for a valid project, else with 1 and the position', async () => {
    const good = await writeWorkspace();
    const { message } = await files();
    const passed = await slipwayHere(['push', 'check', good, '--message', message, '--json']);
    expect([passed.code, passed.stderr]).toEqual([0, '']);
    const report = JSON.parse(passed.stdout) as Report;
    expect(report.rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const bad = await writeWorkspace({ [mappingFile]: '{\n  "title": {"data": {"t": ""}},\n' });
    const failed = await slipwayHere(['push', 'check', bad]);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(`${mappingFile}:3:1: A name in double quotes is expected here.`);
    expect(failed.stdout).toMatch(/^FAIL +The mapping file can be used \(mapping\)$/m);
  });

  test('prints proposed changes and applies them only with --fix', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: '{\n  "title": {"data": {"t": ""}}\n}\n',
      'config/iOS/app.entitlements': null,
    });
    const shown = await slipwayHere(['push', 'check', folder]);
    expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining('--fix entitlements: ')]);
    expect(shown.stdout).toMatch(/ \+ {3}"configuration_version": "2"$/m);
    expect(await readFile(join(folder, mappingFile), 'utf8')).toContain('data');
    const one = await slipwayHere(['push', 'check', folder, '--fix', 'mapping', '--json']);
    expect((JSON.parse(one.stdout) as Report).fixed).toMatchObject([{ rule: 'mapping' }]);
    expect([one.code, await readFile(join(folder, mappingFile), 'utf8')]).toEqual([
      1,
      '{\n  "notification": {\n    "title": "t"\n  },\n  "configuration_version": "2"\n}\n',
    ]);
    const rest = await slipwayHere(['push', 'check', folder, '--fix']);
    expect(rest.code).toBe(0);
    expect(await readFile(join(folder, 'config/iOS/app.entitlements'), 'utf8')).toContain('aps-environment');
  });

  test('prints tabs in changed lines and hides the byte order mark', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: '\uFEFF{"title": {"data": {"t": ""}}}',
      'config/iOS/app.entitlements': '<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n',
    });
    for (const words of [[], ['--fix']]) {
      const { stdout } = await slipwayHere(['push', 'check', folder, ...words]);
      expect(stdout).toMatch(/^ +\+ \t<key>aps-environment<\/key>$/m);
      expect(stdout).toMatch(/^ +- {"title": {"data": {"t": ""}}}$/m);
      expect(stdout).toContain('senders must then use data.t → data.notification.t');
      expect(stdout).not.toContain('\uFFFD');
    }
  });

  test('compares a build with the project', async () => {
    const folder = await writeWorkspace();
    const builds = await temporaryFolder();
    const apk = await slipwayHere(['push', 'check', folder, '--build', await writeApk(builds), '--json']);
    expect(apk.code).toBe(1);
    expect((JSON.parse(apk.stdout) as Report).rules.slice(-3)).toMatchObject([
      { rule: 'published', verdict: 'pass' },
      { rule: 'build-permission', verdict: 'fail' },
      { rule: 'build-target', verdict: 'fail' },
    ]);
    const ipa = await slipwayHere(['push', 'check', folder, '--build', await writeIpa(builds), '--json']);
    expect([ipa.code, (JSON.parse(ipa.stdout) as Report).rules.at(-1)]).toMatchObject([
      0,
      { rule: 'build-entitlement', verdict: 'unclear' },
    ]);
  });

  test('rejects an unknown rule and a missing folder', async () => {
    const folder = await writeWorkspace();
    const rule = await slipwayHere(['push', 'check', folder, '--fix', 'everything']);
    expect([rule.code, rule.stderr]).toEqual([2, expect.stringContaining('There is no rule “everything”')]);
    const nowhere = await slipwayHere(['push', 'check', join(folder, 'nowhere'), '--json']);
    expect([nowhere.code, JSON.parse(nowhere.stdout)]).toMatchObject([
      1,
      { error: { code: 'file/missing' } },
    ]);
  });
});

describe('push resolve and simulate', () => {
  test('resolve prints each value with its reason', async () => {
    const { mapping, message } = await files();
    const android = await slipwayHere(['push', 'resolve', mapping, message, '--json']);
    expect([android.code, JSON.parse(android.stdout)]).toMatchObject([
      0,
      { title: { value: 'T', source: 'received' }, channelId: { value: '1', source: 'default' } },
    ]);
    const older = await slipway(
      ['push', 'resolve', mapping, '-', '--android', '25'],
      {},
      { input: JSON.stringify(goodMessage) },
    );
    expect(older.stdout).toMatch(/channelId +– +Channels require Android 8/);
    const ios = await slipwayHere(['push', 'resolve', mapping, message, '--ios', '--json']);
    expect(JSON.parse(ios.stdout)).toMatchObject({ sound: { value: 'ping.wav' } });
  });

  test('simulate prints the effects in each device state', async () => {
    const { mapping, message } = await files();
    const simulate = (...words: readonly string[]) =>
      slipwayHere(['push', 'simulate', mapping, message, ...words, '--json']);
    const [denied, channel, ios, emulator] = (
      await Promise.all([
        simulate('--android', '33', '--permission', 'denied'),
        simulate('--channel', '1:5:Alarms', '--tap'),
        simulate('--ios', '--state', 'foreground', '--returns', 'sound', '--user-notifications'),
        simulate('--emulator'),
      ])
    ).map(({ stdout }) => JSON.parse(stdout) as unknown);
    expect(denied).toMatchObject({ presentation: { shade: { value: false } } });
    expect(channel).toMatchObject({
      channelChanges: [{ change: 'changed', channel: { id: '1', importance: 3 } }],
      callbacks: [
        { callback: 'Notifications.onNotificationReceive' },
        { callback: 'Notifications.onNotificationClick' },
      ],
    });
    expect(ios).toMatchObject({
      presentation: { shade: { value: false }, sound: { value: { kind: 'file', name: 'ping.wav' } } },
      callbacks: [{ callback: 'Notifications.ios.willPresentNotification', returned: ['SOUND'] }],
    });
    expect(emulator).toMatchObject({ lost: expect.stringContaining('published'), presentation: null });
    const text = await slipwayHere(['push', 'simulate', mapping, message]);
    expect(text.stdout).toMatch(/^lock screen +yes +It is shown on the lock screen\.$/m);
  });

  test('exit with 1 for invalid files and with 2 for invalid options', async () => {
    const { mapping, message } = await files();
    await writeFile(mapping, '{"notification": {},}');
    const broken = await slipwayHere(['push', 'resolve', mapping, message, '--json']);
    expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([1, { error: { code: 'push/notJson' } }]);
    const swapped = await slipwayHere(['push', 'simulate', message, mapping]);
    expect([swapped.code, swapped.stdout]).toEqual([1, '']);
    for (const words of [
      ['--android', '0'],
      ['--channel', '1:9:X'],
      ['--channel', '99999999999:3:X'],
      ['--channel', 'news:3:X'],
      ['--returns', 'noise'],
      ['--state', 'asleep'],
    ]) {
      expect(
        (await slipwayHere(['push', 'simulate', mapping, message, ...words])).code,
        words.join(' '),
      ).toBe(2);
    }
  });
});

describe('push send', () => {
  test('sends, lists and resends a message without writing a secret', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    await writeFile(
      message,
      JSON.stringify({ to: 'device', data: { notification: { title: 'T', count: 7 } } }),
    );
    const environment = { SLIPWAY_PUSH_SERVER_KEY: provider.serverKey };
    const common = ['--address', `${provider.url}/fcm/send`, '--data-dir', dataDir, '--verbose'];
    const sent = await slipway(['push', 'send', message, ...common, '--json'], environment);
    expect([sent.code, JSON.parse(sent.stdout)]).toMatchObject([
      0,
      { id: 1, message: { to: 'device' }, outcome: { ok: true, messageId: '0:1500' } },
    ]);
    expect(sent.stderr).toContain('data.notification.count was a number and is sent as the text "7".');
    const refused = await slipway(['push', 'send', message, '--to', 'gone', ...common], environment);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('token is no longer valid')]);
    const again = await slipway(['push', 'send-again', '1', ...common], environment);
    expect([again.code, again.stdout]).toEqual([0, 'Accepted as 0:1500.\n']);
    const history = await slipway(['push', 'history', '--data-dir', dataDir]);
    expect(history.stdout.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      'number',
      '3',
      '2',
      '1',
      '',
    ]);
    expect(provider.seen.map(({ body }) => JSON.parse(body).to)).toEqual(['device', 'gone', 'device']);
    const log = await readFile(join(dataDir, 'logs', 'slipway.log'), 'utf8');
    const all = [sent, refused, again, history].map(({ stdout, stderr }) => stdout + stderr).join('') + log;
    expect(all).not.toContain(provider.serverKey);
  });

  test('uses a saved sender by name and stores its key as a secret', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    await mkdir(dataDir);
    const account = join(dataDir, 'account.json');
    await writeFile(account, provider.serviceAccount);
    const data = ['--data-dir', dataDir];
    const saved = await slipwayHere([
      'push',
      'sender',
      'save',
      'work',
      '--service-account',
      account,
      '--address',
      provider.url,
      ...data,
    ]);
    expect([saved.code, saved.stdout]).toEqual([0, `work  http-v1  ${provider.url}\n`]);
    const sent = await slipwayHere(['push', 'send', message, '--sender', 'work', '--topic', 'news', ...data]);
    expect([sent.code, sent.stdout]).toEqual([0, 'Accepted as projects/notes/messages/1500.\n']);
    const again = await slipwayHere(['push', 'send-again', '1', ...data, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ sender: 'work', message: { to: '/topics/news' } });
    expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain('PRIVATE');
    const removed = await slipwayHere(['push', 'sender', 'remove', 'work', ...data, '--json']);
    expect([removed.code, JSON.parse(removed.stdout)]).toEqual([0, []]);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{}');
    const gone = await slipwayHere(['push', 'send', message, '--sender', 'work', ...data, '--json']);
    expect([gone.code, JSON.parse(gone.stdout)]).toMatchObject([
      1,
      { error: { code: 'push/unknownSender' } },
    ]);
  });

  test('reports the result when the history cannot be written', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    const environment = { SLIPWAY_PUSH_SERVER_KEY: provider.serverKey };
    const words = ['push', 'send', message, '--address', `${provider.url}/fcm/send`, '--data-dir', dataDir];
    expect((await slipway(words, environment)).code).toBe(0);
    const history = new DatabaseSync(join(dataDir, 'push.db'));
    history.exec(
      `CREATE TRIGGER full BEFORE INSERT ON sent BEGIN SELECT RAISE(ABORT, 'no room for it'); END`,
    );
    history.close();
    const sent = await slipway([...words, '--json'], environment);
    expect([sent.code, JSON.parse(sent.stdout)]).toMatchObject([
      0,
      {
        id: null,
        outcome: { ok: true, messageId: '0:1500' },
        historyFailure: { code: 'push/historyNotSaved' },
      },
    ]);
    expect(sent.stderr).toMatch(/could not be saved in the history: .*no room for it/);
    const refused = await slipway([...words, '--to', 'gone'], environment);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Do not send it again')]);
    expect(provider.seen).toHaveLength(3);
  });

  test('requires the key for send-again when it was not saved', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    const address = ['--address', `${provider.url}/fcm/send`];
    const environment = { SLIPWAY_PUSH_SERVER_KEY: provider.serverKey };
    await slipway(['push', 'send', message, ...address, '--data-dir', dataDir], environment);
    const again = await slipway(['push', 'send-again', '1', '--data-dir', dataDir, '--json']);
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([
      2,
      { error: { code: 'push/keyNotSaved', message: expect.stringContaining('not saved') } },
    ]);
    expect(provider.seen).toHaveLength(1);
  });

  test('prints the exact request with --dry-run without sending it', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    const words = [
      'push',
      'send',
      message,
      '--dry-run',
      '--address',
      `${provider.url}/fcm/send`,
      '--data-dir',
      dataDir,
    ];
    const environment = { SLIPWAY_PUSH_SERVER_KEY: provider.serverKey };
    const shown = await slipwayHere(words, environment);
    expect(shown.stdout).toBe(
      `POST ${provider.url}/fcm/send\nauthorization: key=[hidden]\ncontent-type: application/json\n\n${JSON.stringify(goodMessage)}\n\n`,
    );
    const json = await slipwayHere([...words, '--json'], environment);
    expect(JSON.parse(json.stdout)).toMatchObject({ requests: [{ method: 'POST' }], notes: [] });
    expect(provider.seen).toEqual([]);
  });

  test('warns about an unencrypted address on another computer', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    const environment = { SLIPWAY_PUSH_SERVER_KEY: provider.serverKey };
    const push = (...words: readonly string[]) =>
      slipwayHere(['push', ...words, '--data-dir', dataDir], environment);
    const open = ['--address', 'http://push.invalid/send'];
    const warned = [
      await push('send', message, '--dry-run', ...open),
      await push('sender', 'save', 'work', ...open),
      await push('send', message, '--dry-run', '--sender', 'work'),
      await push('send', message, ...open),
      await slipwayHere(['push', 'send-again', '1', '--data-dir', dataDir]),
    ];
    for (const { stderr } of warned) {
      expect(stderr).toMatch(
        /^Warning: connections to push\.invalid use http .* read the key and the messages/,
      );
    }
    const here = await push('send', message, '--address', `${provider.url}/fcm/send`);
    const there = await push('send', message, '--dry-run', '--address', 'https://push.invalid');
    expect([here.code, here.stderr, there.code, there.stderr]).toEqual([0, '', 0, '']);
  });

  test('exits with 3 for a rejected key, 4 without a connection, 2 on misuse', async () => {
    const provider = await startPushProvider();
    const { message, dataDir } = await files();
    const send = (address: string, environment: Readonly<Record<string, string>>) =>
      slipwayHere(['push', 'send', message, '--address', address, '--data-dir', dataDir], environment);
    const wrong = { SLIPWAY_PUSH_SERVER_KEY: 'not-the-server-key' };
    const results = [
      await send(`${provider.url}/fcm/send`, wrong),
      await send('http://127.0.0.1:9/fcm/send', wrong),
      await send(`${provider.url}/fcm/send`, {}),
      await send('ftp://127.0.0.1/', wrong),
      await slipwayHere(['push', 'send', message, '--server-key', 'geheim', '--data-dir', dataDir]),
    ];
    expect(results.map(({ code }) => code)).toEqual([3, 4, 2, 2, 2]);
    expect(results[4]?.stderr).toContain('SLIPWAY_PUSH_SERVER_KEY');
    expect(results.map(({ stderr }) => stderr).join('')).not.toMatch(/geheim|not-the-server-key/);
  });
});
