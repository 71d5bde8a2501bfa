/** Every kind of result that main gives people about pushes, made by what makes them for people. */
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildBinary } from 'plist';
import { onTestFinished } from 'vitest';
import { toFailure } from '../../../main/base/errors.ts';
import type { Failure } from '../../../main/base/failure.ts';
import { checkWorkspace, type DoctorReport } from '../../../main/push/checks/doctor.ts';
import { openWorkspace } from '../../../main/push/checks/workspace.ts';
import { newHandler, nextHandler } from '../../../main/push/handler/handler-machine.ts';
import type { HandlerEffect, HandlerEvent, HandlerState } from '../../../main/push/handler/handler-state.ts';
import type { Device } from '../../../main/push/handler/resolver.ts';
import { type Simulation, type SimulatorInput, simulate } from '../../../main/push/handler/simulator.ts';
import {
  type MappingReading,
  notificationProperties,
  parseMapping,
  readMapping,
} from '../../../main/push/mapping/mapping.ts';
import { type PreparedMessage, prepareMessage, readMessage } from '../../../main/push/sending/message.ts';
import { readServiceAccount } from '../../../main/push/sending/service-account.ts';
import { goodEntitlements, goodManifest, goodMessage } from '../../fakes/push-workspace.ts';
import {
  apk,
  broken,
  buildCases,
  entitlementsFile,
  ipa,
  manifestFile,
  mappingFile,
} from '../push/broken-workspaces.ts';
import { writeWorkspace } from '../push/workspace-files.ts';

const mapping = { keys: Object.fromEntries(notificationProperties.map((name) => [name, `k-${name}`])) };

/** Each property absent, right and wrong. */
const messages: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { title: 'T', body: 'B', icon: 'bell', channelId: '7', channelIdTitle: 'News', channelIdImportance: '1' },
  { title: 7, body: true, icon: 'bell.png', channelId: 'x', channelIdTitle: ' ', channelIdImportance: '9' },
  { title: [], icon: ' ', deleteChannelId: 'x', showBadge: 'no', sound: 'ping.mp3' },
  { title: 'T', channelId: '7', channelIdImportance: '5', deleteChannelId: '8', sound: 'ping.wav' },
  { title: 'T', channelId: '7', channelIdImportance: '4', deleteChannelId: '7', showBadge: 'false' },
  { title: 'T', channelId: '7', channelIdTitle: 'Old', channelIdImportance: '2', deleteChannelId: '99' },
  { title: 'T', channelId: '9', channelIdImportance: '2' },
  { title: 'T', channelId: '99999999999', channelIdTitle: 'News', deleteChannelId: '99999999999' },
  { title: 'T', channelId: '7', channelIdTitle: 'News', channelIdImportance: '3' },
  { title: 'T', channelId: '7', channelIdTitle: 'News', channelIdImportance: '5' },
];

const devices: readonly Device[] = [
  { platform: 'ios' },
  ...[25, 26, 33].map((apiLevel) => ({ platform: 'android', apiLevel }) as const),
];

function* everyState(): Generator<Omit<SimulatorInput, 'mapping' | 'message'>> {
  const news = { id: '7', title: 'News', importance: 3 };
  for (const device of devices)
    for (const app of ['foreground', 'background', 'closed'] as const)
      for (const permission of ['granted', 'denied'] as const)
        for (const options of [[], ['SOUND'], ['ALERT']] as const)
          for (const userNotificationEnabled of [true, false])
            yield {
              ...{ device, app, permission, options, userNotificationEnabled, tapped: true },
              build: options.length === 0 && app === 'closed' ? 'emulator' : 'published',
              channels: {
                existing: userNotificationEnabled ? [news, { ...news, id: '8' }] : [],
                deleted: userNotificationEnabled ? [] : [{ ...news, id: '9' }],
              },
            };
}

export function simulations(): readonly Simulation[] {
  return [...everyState()].flatMap((state) => [
    simulate({ ...state, mapping, message: {} }),
    simulate({
      ...{ ...state, mapping: { ...mapping, places: { title: ['data'] } } },
      message: { to: 'device', data: { notification: { 'k-title': 'T' } } },
    }),
    ...messages.flatMap((one) => {
      const notification = Object.fromEntries(
        Object.entries(one).map(([name, value]) => [`k-${name}`, value]),
      );
      const message = { to: 'device', data: { notification } };
      return [mapping, { keys: {} }].map((keys) => simulate({ ...state, mapping: keys, message }));
    }),
  ]);
}

const local = {
  alertAction: 'Tea',
  alertBody: 'It is ready',
  android: { vibrate: true },
  ios: { hasAction: true },
};

/** What a device does beyond what the simulator shows: registration, misuse, local notifications, lost messages. */
export function handlerEffects(): readonly HandlerEffect[] {
  const events: readonly HandlerEvent[] = [
    { kind: 'register' },
    { kind: 'ask-permission' },
    { kind: 'present', notification: local },
    { kind: 'schedule', notification: local, at: 1 },
    ...['other', '/topics/news'].map((to) => ({ kind: 'arrive', received: { to, data: {} } }) as const),
  ];
  const given: readonly Partial<Omit<HandlerState, 'facts'>>[] = [
    { registration: { kind: 'registered', token: 'token' }, permission: 'granted' },
    { app: 'background', permission: 'granted' },
    { app: 'closed' },
    { userNotificationEnabled: true, permission: 'granted' },
  ];
  return devices.flatMap((device) =>
    (['published', 'emulator'] as const).flatMap((build) =>
      given.flatMap((state) => {
        const handler = newHandler({ device, build, apsEnvironment: null, mapping }, state);
        return events.flatMap((event) => nextHandler(handler, event).effects);
      }),
    ),
  );
}

/** What is no JSON, each for another reason. */
export const brokenJson = [
  '',
  '{',
  '[1 2]',
  '{"a" 1}',
  '{"a": 1 "b": 2}',
  "{'a': 1}",
  '{"a": 1,}',
  '[1,]',
  '"',
  '"\\q"',
  '{"a": yes}',
  '1 2',
  '['.repeat(200),
] as const;

export function readings(): readonly MappingReading[] {
  const version = '"configuration_version": "2"';
  return [
    ...brokenJson,
    '[]',
    '{"title": "x"}',
    `{"notification": {"title": 1, "body": "", "sound": "s", "icon": "s", "tittle": "t"}, ${version}}`,
    `{"notification": [], ${version}}`,
    '{"notification": {"title": "a", "title": "b"}, "configuration_version": 2}',
    '{"notification": {"title": 7, "body": " ", "v21": {"channelId": "c"}}}',
    '{"title": {"data": {"t": ""}}, "body": {"data": {"": ""}}}',
    '{"notification": {"title": "t"}}',
    '{"notification": {"title": "t", "v21": {"channelId": "t"}}, "configuration_version": "1"}',
  ].map(readMapping);
}

export function preparedMessage(): PreparedMessage {
  const values = { a: 7, b: true, c: [1], d: null, e: {}, f: 'x'.repeat(4096) };
  return prepareMessage({ to: 'device', data: { notification: values }, ttl: 5 });
}

/** What is refused with a part of the sentence from elsewhere. */
export function refusals(): readonly Failure[] {
  const message = { to: 'a', data: { notification: {} } };
  const { to: _, ...nobody } = message;
  const account = {
    ...{ type: 'service_account', project_id: 'p', client_email: 'a@b.c' },
    ...{ private_key: 'none', token_uri: 'https://example.org/token' },
  };
  return [
    ...[7, nobody, { ...message, to: 'a b' }, { ...message, to: '/topics/ä' }].map((each) => ({
      refuse: () => prepareMessage(each),
    })),
    ...[{ to: 'a' }, { to: 'a', data: {} }].map((each) => ({ refuse: () => prepareMessage(each) })),
    ...brokenJson.map((text) => ({ refuse: () => readMessage(text) })),
    ...[...brokenJson, '[]'].map((text) => ({ refuse: () => parseMapping(text) })),
    ...['{', '[]', '{}', JSON.stringify(account)].map((text) => ({ refuse: () => readServiceAccount(text) })),
  ].map(({ refuse }) => {
    try {
      refuse();
    } catch (error) {
      return toFailure(error);
    }
    throw new Error('It was not refused.');
  });
}

const sounds: Readonly<Record<string, string>> = {
  ogg: 'OggS',
  flac: 'fLaC',
  aiff: 'FORM....AIFF',
  caf: 'caff',
  mpeg: '....ftypM4A ',
  silent: 'RIFF\x04\0\0\0WAVE',
  other: 'RIFF\x04\0\0\0AVI ',
  nothing: '',
};

/** Beside those that break one rule each: other reasons for the same, and what passes. */
const furtherFiles: readonly Readonly<Record<string, string | Buffer | null>>[] = [
  {},
  { 'config/resources/pong.wav': null, 'config/resources/ping.wav': null },
  { 'config/resources/ping.wav': null, 'config/resources/.gitkeep': '' },
  Object.fromEntries(
    Object.entries(sounds).map(([name, head]) => [
      `config/resources/${name}.wav`,
      Buffer.from(head, 'latin1'),
    ]),
  ),
  { [mappingFile]: '{"notification": {"title": "t"}, "configuration_version": "2"}' },
  { [mappingFile]: '{"title": {"data": {"t": ""}}}' },
  { [mappingFile]: '{"notification": {"title": "t"}}' },
  { [mappingFile]: Buffer.from([0x7b, 0xff]), 'config/project.json': Buffer.from([0xff]) },
  { [entitlementsFile]: Buffer.from([0xff, 0xfe]), [manifestFile]: Buffer.from([0xff]) },
  { [entitlementsFile]: Buffer.from(buildBinary(['production'])), [manifestFile]: '<resources/>' },
  { [manifestFile]: null, 'config/Android/androidmanifest.xml': goodManifest },
  { [manifestFile]: '<manifest><!-- ' },
  { [manifestFile]: '<manifest></b>' },
  { [manifestFile]: '<manifest <' },
  { [entitlementsFile]: goodEntitlements.replace('</dict>', '') },
];

export async function reports(): Promise<readonly DoctorReport[]> {
  const found: DoctorReport[] = [];
  for (const files of [...broken.map(([, changed]) => changed), ...furtherFiles]) {
    const folder = await writeWorkspace(files);
    found.push(await checkWorkspace(folder, { message: goodMessage, build: apk }));
    if (furtherFiles.includes(files)) found.push(await checkWorkspace(folder));
  }
  const good = await writeWorkspace();
  const bare = await writeWorkspace({
    ...{ [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, ''), [entitlementsFile]: null },
  });
  for (const build of [apk, ipa, ...buildCases.map(([one]) => one)]) {
    for (const folder of [good, bare]) found.push(await checkWorkspace(folder, { build }));
  }
  for (const notification of [{ icon: 'bell.png', tone: 'other.wav' }, { icon: ' ', tone: 'other' }, {}]) {
    found.push(await checkWorkspace(good, { message: { data: { notification } } }));
  }
  found.push(await checkWorkspace(await unreadableWorkspace()));
  return found;
}

/** Every file is there and none can be read, each for another reason. */
async function unreadableWorkspace(): Promise<string> {
  const folder = await writeWorkspace({
    ...{ [mappingFile]: null, [manifestFile]: null, [entitlementsFile]: null, 'config/project.json': null },
    ...{ 'config/Android/other.txt': '', 'config/iOS/other.txt': '' },
  });
  await symlink('pushnotification.json', join(folder, mappingFile));
  await mkdir(join(folder, manifestFile));
  await symlink(join(await writeWorkspace(), entitlementsFile), join(folder, entitlementsFile));
  await writeFile(join(folder, 'config/project.json'), '');
  await truncate(join(folder, 'config/project.json'), 5 * 1024 * 1024);
  return folder;
}

/** Why a file of a workspace was not read, for the reasons no rule meets. */
export async function refusedFiles(): Promise<readonly unknown[]> {
  const folder = await writeWorkspace();
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
  const workspace = await openWorkspace(folder);
  return Promise.all(['../outside', 'socket'].map((path) => workspace.read(path)));
}
