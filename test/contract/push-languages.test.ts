/** What the calls of Push answer to a page that speaks German, on real folders and a real provider. */
import { expect, test } from 'vitest';
import { createBridge } from '../../main/bridge/bridge.ts';
import type { HostAbilities } from '../../main/bridge/host-abilities.ts';
import { createSpeaker } from '../../main/languages/speaker.ts';
import type { CallArguments, CallName, CallResult } from '../../preload/contract.ts';
import { putWorkspace } from '../fakes/push-workspace.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { startPushProvider } from '../unit/push/push-provider.ts';
import { freshFolders, openCore } from './core-world.ts';

/** Calls of these names never reach the host. */
const noHost = {} as HostAbilities;

/** Tells as both hosts do, whose only step behind the bridge it is. */
async function openInGerman() {
  const { dataDir } = await freshFolders();
  const { core } = await openCore(dataDir);
  const bridge = createBridge(core, noHost);
  const { told } = createSpeaker('de');
  const answer = async <Name extends CallName>(name: Name, values: CallArguments<Name>) =>
    told(await bridge.call(name, values));
  const ask = async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
    const outcome = await answer(name, values);
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value as CallResult<Name>;
  };
  return { answer, ask };
}

const mapping = '{"notification": {"title": "user", "icon": "i"}, "configuration_version": "2"}';

test('a project is checked and its changes are named in German', async () => {
  const { ask } = await openInGerman();
  const folder = await temporaryFolder();
  await putWorkspace(folder, { 'config/iOS/app.entitlements': null, 'config/project.json': '{' });
  const { rules } = await ask('push.project.check', { folder, message: '{"data": {"notification": {}}}' });
  const ruleIn = (name: string) => rules.find(({ rule }) => rule === name);
  expect(ruleIn('entitlements')).toMatchObject({
    findings: [{ message: 'Es gibt keine app.entitlements, daher bekommen iOS-Geräte keinen Token.' }],
    fix: { message: 'app.entitlements mit aps-environment production anlegen' },
  });
  expect(ruleIn('sender-id')?.findings[0]?.message).toBe(
    'Die Datei ist kein gültiges JSON: Hier wird ein Name in doppelten Anführungszeichen erwartet.',
  );
  expect(ruleIn('mapping')?.findings[0]?.message).toBe('Sie ordnet 4 der neun Eigenschaften zu.');
});

test('a mapping file is read in German, and why it cannot be changed is said', async () => {
  const { answer, ask } = await openInGerman();
  const older = '{"notification": {"title": "a", "body": "a", "Done": "b", "v21": {}}}';
  const { problems } = await ask('push.mapping.read', { text: older });
  expect(problems.map(({ message }) => message)).toEqual([
    'Das ist die ältere Form der Datei, ohne „configuration_version“ und mit den Schlüsseln des Kanals unter „v21“. Sie wird wie Version 2 gelesen.',
    '„body“ und „title“ kommen beide aus dem Schlüssel „a“.',
    '„Done“ ist keine Eigenschaft einer Mitteilung; der Handler beachtet sie nicht.',
  ]);
  expect(await answer('push.mapping.edit', { text: '{"a": ', edit: { kind: 'convert' } })).toEqual({
    ...{ ok: false, code: 'push/notJson', remedy: 'check-input' },
    message:
      'Die Zuordnungsdatei ist kein gültiges JSON (Zeile 1, Spalte 7): Der Text endet zu früh; ein Wert fehlt.',
  });
});

test('a message is simulated in German, and what it holds stays as it is', async () => {
  const { ask } = await openInGerman();
  const device: Omit<CallArguments<'push.simulator.run'>, 'mapping' | 'message'> = {
    device: { platform: 'android', apiLevel: 33 },
    ...{ app: 'background', permission: 'granted', build: 'published', tapped: true },
    ...{ channels: { existing: [], deleted: [] }, options: [], userNotificationEnabled: false },
  };
  const message = '{"to": "a", "data": {"notification": {"user": "Done", "message": "Ready"}}}';
  const { simulation } = await ask('push.simulator.run', { ...device, mapping, message });
  expect(simulation).toMatchObject({
    resolved: {
      title: { value: 'Done', explanation: 'Übernommen aus dem Schlüssel „user“.' },
      icon: {
        explanation: 'Die empfangenen Daten haben keinen Schlüssel „i“, daher erscheint das Symbol der App.',
      },
    },
    presentation: { title: 'Done', shade: { explanation: 'Sie erscheint in der Mitteilungsleiste.' } },
    channelChanges: [{ explanation: 'Der Kanal 1 wird angelegt, mit der Wichtigkeit 3.' }],
    callbacks: [
      { argument: expect.stringContaining('"message": "Ready"') },
      {
        explanation: 'Die Person tippt auf die Mitteilung. Zuerst kommt die App in den Vordergrund.',
      },
    ],
  });
  const lost = await ask('push.simulator.run', { ...device, build: 'emulator', mapping, message });
  expect(lost.simulation?.lost).toBe(
    'Push-Nachrichten kommen nur in veröffentlichten Builds an, nicht im Emulator.',
  );
  const unread = await ask('push.simulator.run', { ...device, mapping: '[]', message: '{"a": 1,}' });
  expect(unread.messageProblem).toEqual({ message: 'Entfernen Sie das Komma vor }.', line: 1, column: 9 });
  expect(unread.mappingProblems[0]?.message).toContain('Das ist keine Zuordnungsdatei');
});

test('a message is prepared, sent and refused in German', async () => {
  const { answer, ask } = await openInGerman();
  const { url, serverKey, serviceAccount } = await startPushProvider();
  await ask('push.senders.keep', {
    ...{ name: 'old', mode: 'server-key', secret: serverKey },
    address: `${url}/fcm/send`,
  });
  const message = JSON.stringify({ to: 'gone', data: { notification: { user: 7, message: 'Done' } } });
  const notes = ['data.notification.user war eine Zahl und wird als Text "7" gesendet.'];
  const given = { sender: 'old', message, target: null };
  expect(await ask('push.messages.dryRun', given)).toMatchObject({ notes });
  const gone = expect.stringContaining('Der Token des Geräts gilt nicht mehr');
  expect(await ask('push.messages.send', given)).toMatchObject({
    ...{ notes, notKept: null },
    entry: { excerpt: '7 · Done', outcome: { code: 'push/tokenGone', message: gone } },
  });
  expect(await ask('push.messages.sendAgain', { id: 1, sender: null })).toMatchObject({ notes: [] });
  expect((await ask('push.messages.history', {}))[0]).toMatchObject({ outcome: { message: gone } });
  expect(await answer('push.messages.send', { ...given, message: '{"to": "a"}' })).toMatchObject({
    message: expect.stringContaining('kann nicht gesendet werden: Ihr fehlt das Objekt „data“.'),
  });
  const account = serviceAccount.replace('-----BEGIN', 'BEGIN');
  const wrong = { name: 'new', mode: 'http-v1', address: null, secret: account } as const;
  expect(await answer('push.senders.keep', wrong)).toMatchObject({
    message: expect.stringContaining('nicht verwendbar: Ihr private_key ist kein Schlüssel im PEM-Format.'),
  });
});
