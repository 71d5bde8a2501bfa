import { z } from 'zod';
import { expandHome } from '../base/files/home-path.ts';
import type { FieldMessages } from '../base/issues.ts';
import type { Code } from '../messages/message.ts';

const applicationProblem = 'problem/applicationNumber' satisfies Code;
const depthProblem = 'problem/depth' satisfies Code;
const stableForProblem = 'problem/stableFor' satisfies Code;
const notesProblem = 'problem/longNotes' satisfies Code;
const patternsProblem = 'problem/most100' satisfies Code;

export const recipientsSchema = z.object({
  teamIds: z.array(z.int32()).max(10_000),
  memberIds: z.array(z.int32()).max(10_000),
  emails: z.array(z.string().max(320)).max(10_000),
});

/** Target application in the account: found by package id and name, fixed, or created for this folder. */
export const applicationChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('found') }),
  z.strictObject({ kind: z.literal('chosen'), id: z.int32({ error: applicationProblem }) }),
  z.strictObject({ kind: z.literal('new') }),
]);

const patterns = z.array(z.string().max(500)).max(100, { error: patternsProblem });

export const maxReleaseNoteLength = 10_000;

export const releaseNoteSchema = z.string().max(maxReleaseNoteLength, { error: notesProblem });

/** Absolute path; `~` is the home folder. */
const folderPath = z
  .string()
  .min(1)
  .max(32_767)
  .transform((path) => expandHome(path));

/** Fields of a rule with the types that front ends send. `folderSchema` adds ranges and defaults. */
const ruleShape = {
  path: folderPath,
  accountId: z.string().min(1).max(200),
  area: z.enum(['testingdist', 'appstore']),
  /** Activate the version after its upload. Test distribution only. */
  activate: z.boolean(),
  /** Recipients of each version after activation; none if all lists are empty. */
  recipients: recipientsSchema,
  /** Send despite warnings, for example that the install link works only on this computer. */
  sendAnyway: z.boolean(),
  /** Existing builds to upload when the folder is first watched. */
  existingBuilds: z.enum(['none', 'newest', 'all']),
  kinds: z.array(z.enum(['apk', 'ipa'])).max(2),
  /** Glob patterns relative to the folder; empty includes all builds. */
  include: patterns,
  exclude: patterns,
  /** Levels of subfolders to search; 0 for none, null for all. */
  depth: z.int({ error: depthProblem }).nullable(),
  application: applicationChoiceSchema,
  askFirst: z.boolean(),
  /** Milliseconds a file must stay unchanged to count as finished. */
  stableForMs: z.int({ error: stableForProblem }),
  /** Action on the file after a successful upload; `folder` is absolute. */
  afterUpload: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('leave') }),
    z.strictObject({ kind: z.literal('move'), folder: folderPath }),
    z.strictObject({ kind: z.literal('delete') }),
  ]),
  /** Release notes for testers; `git` lists the commit subjects since the previous build. */
  releaseNotes: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('text'), text: releaseNoteSchema }),
    z.strictObject({ kind: z.literal('git') }),
  ]),
  polling: z.enum(['auto', 'always', 'never']),
};

const { path, accountId, area, activate, recipients, sendAnyway, existingBuilds, ...optional } = ruleShape;

/** A rule as entered. Omitted fields get defaults for a new folder and stay unchanged for an existing one. */
export const folderInputSchema = z.strictObject({
  ...{ path, accountId, area, activate, sendAnyway, existingBuilds },
  recipients: recipients.strict(),
  ...z.object(optional).partial().shape,
});

export type FolderInput = z.infer<typeof folderInputSchema>;

export const folderSchema = z.object({
  ...ruleShape,
  id: z.string().min(1),
  sendAnyway: ruleShape.sendAnyway.default(false),
  kinds: ruleShape.kinds.min(1, { error: 'problem/kinds' satisfies Code }).default(['apk', 'ipa']),
  include: patterns.default([]),
  exclude: patterns.default([]),
  depth: ruleShape.depth
    .refine((depth) => depth === null || depth >= 0, { error: depthProblem })
    .default(null),
  application: ruleShape.application
    .refine((choice) => choice.kind !== 'chosen' || choice.id >= 1, { error: applicationProblem })
    .default({ kind: 'found' }),
  askFirst: ruleShape.askFirst.default(false),
  stableForMs: ruleShape.stableForMs
    .min(100, { error: stableForProblem })
    .max(600_000, { error: stableForProblem })
    .default(300),
  afterUpload: ruleShape.afterUpload.default({ kind: 'leave' }),
  releaseNotes: ruleShape.releaseNotes.default({ kind: 'none' }),
  polling: ruleShape.polling.default('auto'),
  /**
   * Time at which the rule was added, if its folder did not exist then, ms since 1970 UTC; null once it
   * exists. Builds after this time do not count as existing.
   */
  awaitedSince: z.number().nullable().default(null),
  /**
   * Time from which the folder is watched, ms since 1970 UTC; null before. Identifies existing builds if the
   * record of seen files is lost.
   */
  watchedSince: z.number().nullable().default(null),
  paused: z.boolean(),
});

export const ruleFields = {
  kinds: 'field/kinds',
  include: 'field/patterns',
  exclude: 'field/exclude',
  depth: 'field/depth',
  application: 'field/application',
  stableForMs: 'field/stableFor',
  afterUpload: 'field/afterUpload',
  releaseNotes: 'field/releaseNotes',
} satisfies FieldMessages;
