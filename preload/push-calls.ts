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
    /** Change as it was shown to the user. */
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

/** The limit is above those of later checks, which return a more specific error. */
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
    /** JSON. */
    message: text,
    /** Overrides the recipient in the message; null keeps it. */
    target: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('device'), token: z.string().max(10_000) }),
        z.strictObject({ kind: z.literal('topic'), name: z.string().max(1_000) }),
      ])
      .nullable(),
  });

export const pushCalls = {
  /** Newest first. */
  'push.project.recent': call<readonly string[]>(page)(none),
  'push.project.forget': call<readonly string[]>(page)(folder, { folder: 'compared' }),
  /** `build`: an .ipa or .apk to include in the checks; `message`: received data in JSON. */
  'push.project.check': call<ProjectView>(page)(check, { folder: 'typed', build: 'received' }),
  /** Applies a fix. Fails if the fix has changed since it was shown. */
  'push.project.fix': call<null>(page)(fix, {
    folder: 'project',
    'change.file': 'compared',
    'change.to': 'compared',
  }),
  /** Reverts the last fix. Fails if the file has changed since. */
  'push.project.undoFix': call<null>(page)(folder, { folder: 'compared' }),

  /** Returned and accepted mapping texts have LF line endings. Files keep their own line endings. */
  'push.mapping.open': call<OpenedMapping>(page)(() => z.strictObject({ path: filePath }), {
    path: 'mapping',
  }),
  'push.mapping.pathIn': call<string>(page)(folder, { folder: 'compared' }),
  'push.mapping.read': call<MappingForm>(page)(() => z.strictObject({ text: mappingText })),
  /** Applies one edit and returns the new text, in which everything else is unchanged. */
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
  'push.mapping.template': call<string>(page)(none),
  /** `before`: the text as last opened or saved; null for a new file. Fails if the file has changed since. */
  'push.mapping.save': call<OpenedMapping>(page)(
    () =>
      z.strictObject({
        path: filePath,
        before: mappingText.nullable(),
        text: mappingText,
      }),
    { path: 'mapping' },
  ),

  /** Simulates how a device handles a message. A syntax error is returned as a result, with its position. */
  'push.simulator.run': call<SimulationView>(page)(() =>
    z.strictObject({
      /** Text of pushnotification.json. */
      mapping: text,
      /** JSON of received data. */
      message: text,
      device: device(),
      app: z.enum(['foreground', 'background', 'closed']),
      permission: z.enum(['granted', 'denied', 'not-asked']),
      build: z.enum(['published', 'emulator']),
      channels: z.strictObject({ existing: channels(), deleted: channels() }),
      /** Presentation options that the app requests on iOS. */
      options: z.array(z.enum(['SOUND', 'ALERT'])).max(2),
      userNotificationEnabled: z.boolean(),
      tapped: z.boolean(),
    }),
  ),
  'push.simulator.example': call<string>(page)(() => z.strictObject({ mapping: text })),
  /** Shows a push as a notification on this computer. Fails where notifications are unavailable. */
  'push.simulator.showNotification': call<null>(page)(() =>
    z.strictObject({
      title: z.string().max(10_000),
      body: z.string().max(10_000),
      silent: z.boolean(),
    }),
  ),
  'push.senders.list': call<readonly SenderView[]>(page)(none),
  /** Adds a sender, or replaces the sender with the same name. */
  'push.senders.save': call<readonly SenderView[]>(page)(() =>
    z.strictObject({
      name: senderName,
      mode: z.enum(['server-key', 'http-v1']),
      /** Null for the default address of the mode. */
      address: z.string().max(2_000).nullable(),
      secret: z.string().max(100_000),
    }),
  ),
  'push.senders.remove': call<readonly SenderView[]>(page)(() => z.strictObject({ name: senderName })),
  /** Returns the requests that would be sent, with secrets hidden. Sends nothing. */
  'push.messages.dryRun': call<DryRun>(page)(outgoingInput),
  /** The result may show a rejection by the provider. The call fails only if nothing was sent. */
  'push.messages.send': call<SentView>(page)(outgoingInput),
  'push.messages.sendAgain': call<SentView>(page)(() =>
    z.strictObject({ id: z.int().min(1), sender: senderName.nullable() }),
  ),
  /** Newest first. */
  'push.messages.history': call<readonly SentMessageView[]>(page)(none),
} as const;
