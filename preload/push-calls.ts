/** The calls about pushes: projects, mapping files, the simulator, senders and messages. */

import { z } from 'zod';
import type {
  DryRun,
  ProjectView,
  SenderView,
  SentMessageView,
  SentView,
  SimulationView,
} from '../main/core/views/push.ts';
import type { RuleId } from '../main/push/checks/findings.ts';
import type { OpenedMapping } from '../main/push/mapping/mapping-file.ts';
import type { MappingForm } from '../main/push/mapping/mapping-form.ts';
import { call, page } from './call.ts';
import { filePath, none } from './inputs.ts';

/** A mapping file has some kilobytes; what is pasted must not be endless. */
const mappingText = z.string().max(1_048_576);
const mappingName = z.string().max(1_000);
const changedFile = z.string().min(1).max(4_096);
const changedText = z.string().max(4_194_304);

const folder = () => z.strictObject({ folder: filePath });
const check = () =>
  z.strictObject({
    folder: filePath,
    build: filePath.optional(),
    message: z.string().max(1_048_576).optional(),
  });
const fix = () =>
  z.strictObject({
    folder: filePath,
    rule: z.enum({
      'mapping-file': 'mapping-file',
      mapping: 'mapping',
      icon: 'icon',
      'sender-id': 'sender-id',
      entitlements: 'entitlements',
      sounds: 'sounds',
      permission: 'permission',
      published: 'published',
      'build-entitlement': 'build-entitlement',
      'build-permission': 'build-permission',
      'build-target': 'build-target',
    } satisfies { readonly [Rule in RuleId]: Rule }),
    /** As it was shown. */
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('write'),
        file: changedFile,
        before: changedText.nullable(),
        after: changedText,
      }),
      z.strictObject({ kind: z.literal('rename'), file: changedFile, to: changedFile }),
    ]),
  });

/** Texts a person pastes: longer than any that is sent, so that too long a one is said in words. */
const text = z.string().max(1_000_000);
const senderName = z.string().max(200);

const device = () =>
  z.discriminatedUnion('platform', [
    z.strictObject({ platform: z.literal('android'), apiLevel: z.int().min(1).max(999) }),
    z.strictObject({ platform: z.literal('ios') }),
  ]);

const channels = () =>
  z
    .array(
      z.strictObject({
        id: z.string().max(200),
        title: z.string().max(1_000),
        importance: z.int().min(0).max(5),
      }),
    )
    .max(1_000);

const outgoingInput = () =>
  z.strictObject({
    sender: senderName,
    /** JSON of the message. */
    message: text,
    /** Null: as the message says. */
    target: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('device'), token: z.string().max(10_000) }),
        z.strictObject({ kind: z.literal('topic'), name: z.string().max(1_000) }),
      ])
      .nullable(),
  });

export const pushCalls = {
  /** Project folders that were checked, the last one first. */
  'push.project.recent': call<readonly string[]>(page)(none),
  'push.project.forget': call<readonly string[]>(page)(folder, { folder: 'compared' }),
  /** Every rule about pushes; reads only. `build`: an .ipa or .apk to compare with; `message`: received data in JSON. */
  'push.project.check': call<ProjectView>(page)(check, { folder: 'typed', build: 'received' }),
  /** Makes the change of a rule if it is still the one that was shown. */
  'push.project.fix': call<null>(page)(fix, {
    folder: 'project',
    'change.file': 'compared',
    'change.to': 'compared',
  }),
  /** Takes the last change back, if nothing was changed since. */
  'push.project.undoFix': call<null>(page)(folder, { folder: 'compared' }),

  /** Texts of mapping files cross with `\n` as line end; files keep theirs. */
  'push.mapping.open': call<OpenedMapping>(page)(() => z.strictObject({ path: filePath }), {
    path: 'mapping',
  }),
  /** Where the mapping file of a project lies, or should. */
  'push.mapping.pathIn': call<string>(page)(folder, { folder: 'compared' }),
  /** What the form shows of a text, and what is wrong with it. */
  'push.mapping.read': call<MappingForm>(page)(() => z.strictObject({ text: mappingText })),
  /** The text with one change made, the rest of it as it is. */
  'push.mapping.edit': call<string>(page)(() =>
    z.strictObject({
      text: mappingText,
      edit: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('set'), property: mappingName, key: mappingName }),
        z.strictObject({ kind: z.literal('rename'), property: mappingName, to: mappingName }),
        z.strictObject({ kind: z.literal('remove'), property: mappingName }),
        z.strictObject({ kind: z.literal('set-version') }),
        z.strictObject({ kind: z.literal('convert') }),
      ]),
    }),
  ),
  /** What a new file begins with. */
  'push.mapping.template': call<string>(page)(none),
  /** `before`: as it was opened or saved here; null: a new file. Refused when the file is not as it was. */
  'push.mapping.save': call<OpenedMapping>(page)(
    () =>
      z.strictObject({
        path: filePath,
        before: mappingText.nullable(),
        text: mappingText,
      }),
    { path: 'mapping' },
  ),

  /** What a device makes of a message; texts that cannot be read are said with their place. */
  'push.simulator.run': call<SimulationView>(page)(() =>
    z.strictObject({
      /** What stands in pushnotification.json. */
      mapping: text,
      /** JSON of received data. */
      message: text,
      device: device(),
      app: z.enum(['foreground', 'background', 'closed']),
      permission: z.enum(['granted', 'denied', 'not-asked']),
      build: z.enum(['published', 'emulator']),
      channels: z.strictObject({ existing: channels(), deleted: channels() }),
      /** What the app returns where iOS asks it. */
      options: z.array(z.enum(['SOUND', 'ALERT'])).max(2),
      userNotificationEnabled: z.boolean(),
      tapped: z.boolean(),
    }),
  ),
  /** A message that fits a mapping, as JSON. */
  'push.simulator.example': call<string>(page)(() => z.strictObject({ mapping: text })),
  /** Shows a push as a notification of this computer; refused where there are none. */
  'push.simulator.showHere': call<null>(page)(() =>
    z.strictObject({
      title: z.string().max(10_000),
      body: z.string().max(10_000),
      silent: z.boolean(),
    }),
  ),
  /** By name, without their keys. */
  'push.senders.list': call<readonly SenderView[]>(page)(none),
  /** Adds one, or changes the one of the name. */
  'push.senders.keep': call<readonly SenderView[]>(page)(() =>
    z.strictObject({
      name: senderName,
      mode: z.enum(['server-key', 'http-v1']),
      /** Null: the usual one of the mode. */
      address: z.string().max(2_000).nullable(),
      secret: z.string().max(100_000),
    }),
  ),
  /** With its key. */
  'push.senders.remove': call<readonly SenderView[]>(page)(() => z.strictObject({ name: senderName })),
  /** The exact requests, secrets hidden; sends nothing. */
  'push.messages.dryRun': call<DryRun>(page)(outgoingInput),
  /** What the provider refuses is the outcome of the entry; a failure means that nothing was sent. */
  'push.messages.send': call<SentView>(page)(outgoingInput),
  /** The message of an entry once more. */
  'push.messages.sendAgain': call<SentView>(page)(() =>
    z.strictObject({ id: z.int().min(1), sender: senderName.nullable() }),
  ),
  /** Newest first. */
  'push.messages.history': call<readonly SentMessageView[]>(page)(none),
} as const;
