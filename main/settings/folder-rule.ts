/** What happens with the builds of one folder, as one checked shape. Pure. */

import { z } from 'zod';
import { expandHome } from '../base/files/home-path.ts';
import type { FieldMessages } from '../base/issues.ts';
import type { Code } from '../messages/message.ts';

const applicationProblem = 'problem/applicationNumber' satisfies Code;
const depthProblem = 'problem/depth' satisfies Code;
const quietProblem = 'problem/quietTime' satisfies Code;
const notesProblem = 'problem/longNotes' satisfies Code;
const patternsProblem = 'problem/most100' satisfies Code;

export const recipientsSchema = z.object({
  teamIds: z.array(z.int32()).max(10_000),
  memberIds: z.array(z.int32()).max(10_000),
  emails: z.array(z.string().max(320)).max(10_000),
});

/** Where in an account builds go: found by package id and name, always to one, or to a new one of the folder's own. */
export const applicationChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('found') }),
  z.strictObject({ kind: z.literal('chosen'), id: z.int32({ error: applicationProblem }) }),
  z.strictObject({ kind: z.literal('new') }),
]);

const patterns = z.array(z.string().max(500)).max(100, { error: patternsProblem });

/** Characters; as many as any service is asked to keep. */
export const longestReleaseNote = 10_000;

export const releaseNoteSchema = z.string().max(longestReleaseNote, { error: notesProblem });

/** Absolute path; `~` is the home folder. */
const folderPath = z
  .string()
  .min(1)
  .max(32_767)
  .transform((path) => expandHome(path));

/** The shape of a rule, as it comes from a window or a terminal; `folderSchema` holds it to what makes sense. */
const shape = {
  path: folderPath,
  accountId: z.string().min(1).max(200),
  area: z.enum(['testingdist', 'appstore']),
  /** Activate the version after its upload. Test distribution only. */
  activate: z.boolean(),
  /** Who is notified once it is active; nobody if all are empty. */
  recipients: recipientsSchema,
  /** Send also a build that few or no devices can install, or with a link only this computer opens, without asking. */
  sendAnyway: z.boolean(),
  /** What to do with builds that are there when the folder is first watched. */
  existingBuilds: z.enum(['none', 'newest', 'all']),
  kinds: z.array(z.enum(['apk', 'ipa'])).max(2),
  /** Patterns relative to the folder, see `Glob`; without any, all builds are meant. */
  include: patterns,
  /** Patterns of what is left out. */
  exclude: patterns,
  /** How many levels of subfolders are searched; 0: none, null: all. */
  depth: z.int({ error: depthProblem }).nullable(),
  application: applicationChoiceSchema,
  /** Ask a person before a build is uploaded at all. */
  askFirst: z.boolean(),
  /** How long nothing about a file may change before it counts as finished. */
  quietMs: z.int({ error: quietProblem }),
  /** What happens to a file once everything asked for is done; `folder` is absolute. */
  afterUpload: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('leave') }),
    z.strictObject({ kind: z.literal('move'), folder: folderPath }),
    z.strictObject({ kind: z.literal('delete') }),
  ]),
  /** What testers read about each build; `git`: the subjects of the commits since the last one. */
  releaseNotes: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('text'), text: releaseNoteSchema }),
    z.strictObject({ kind: z.literal('git') }),
  ]),
  /** Scan at intervals instead of relying on the system's file events. */
  polling: z.enum(['auto', 'always', 'never']),
};

const { path, accountId, area, activate, recipients, sendAnyway, existingBuilds, ...optional } = shape;

/** A rule as a person states it. What is absent gets its default in a new folder and stays as it is in another. */
export const folderInputSchema = z.strictObject({
  ...{ path, accountId, area, activate, sendAnyway, existingBuilds },
  recipients: recipients.strict(),
  ...z.object(optional).partial().shape,
});

export type FolderInput = z.infer<typeof folderInputSchema>;

/** A rule as it is kept. */
export const folderSchema = z.object({
  ...shape,
  id: z.string().min(1),
  sendAnyway: shape.sendAnyway.default(false),
  kinds: shape.kinds.min(1, { error: 'problem/kinds' satisfies Code }).default(['apk', 'ipa']),
  include: patterns.default([]),
  exclude: patterns.default([]),
  depth: shape.depth.refine((depth) => depth === null || depth >= 0, { error: depthProblem }).default(null),
  application: shape.application
    .refine((choice) => choice.kind !== 'chosen' || choice.id >= 1, { error: applicationProblem })
    .default({ kind: 'found' }),
  askFirst: shape.askFirst.default(false),
  quietMs: shape.quietMs.min(100, { error: quietProblem }).max(600_000, { error: quietProblem }).default(300),
  afterUpload: shape.afterUpload.default({ kind: 'leave' }),
  releaseNotes: shape.releaseNotes.default({ kind: 'none' }),
  polling: shape.polling.default('auto'),
  /**
   * When the folder was added before there was one, milliseconds since 1970 UTC; null once it was seen. Builds that
   * came since then are not existing builds.
   */
  awaitedSince: z.number().nullable().default(null),
  /**
   * Since when the folder is watched as this rule says, milliseconds since 1970 UTC; null before. Tells existing builds
   * from others when the memory of what was seen is lost.
   */
  watchedSince: z.number().nullable().default(null),
  paused: z.boolean(),
});

/** What the form calls the fields of a rule. */
export const ruleFields = {
  kinds: 'field/kinds',
  include: 'field/patterns',
  exclude: 'field/exclude',
  depth: 'field/depth',
  application: 'field/application',
  quietMs: 'field/quietTime',
  afterUpload: 'field/afterUpload',
  releaseNotes: 'field/releaseNotes',
} satisfies FieldMessages;
