/** What happens with the builds of one folder, as one checked shape. Pure: zod only. */

import { z } from 'zod';
import { type FieldMessages, problemsOfForm } from '../base/issues.ts';
import type { Code, Message } from '../messages/message.ts';

const applicationProblem = 'problem/applicationNumber' satisfies Code;
const depthProblem = 'problem/depth' satisfies Code;
const quietProblem = 'problem/quietTime' satisfies Code;
const patternsProblem = 'problem/most100' satisfies Code;

export const recipientsSchema = z.object({
  teamIds: z.array(z.int32()),
  memberIds: z.array(z.int32()),
  emails: z.array(z.string()),
});

/** Where in an account builds go: found by package id and name, always to one, or to a new one of the folder's own. */
const applicationChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found') }),
  z.object({
    kind: z.literal('chosen'),
    id: z.int32({ error: applicationProblem }).min(1, { error: applicationProblem }),
  }),
  z.object({ kind: z.literal('new') }),
]);

const afterwardsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave') }),
  /** `folder` is absolute. */
  z.object({ kind: z.literal('move'), folder: z.string() }),
  z.object({ kind: z.literal('delete') }),
]);

const patterns = z.array(z.string()).max(100, { error: patternsProblem }).default([]);

export const folderSchema = z.object({
  id: z.string().min(1),
  /** Absolute path. */
  path: z.string().min(1),
  accountId: z.string().min(1),
  area: z.enum(['testingdist', 'appstore']),
  /** Switch the version on after its upload. Test distribution only. */
  activate: z.boolean(),
  /** Whom to tell once it is active; all empty tells nobody. */
  recipients: recipientsSchema,
  /** Tell them also of a build that few or no devices install, and of a link only this computer opens, without asking a person first. */
  sendAnyway: z.boolean().default(false),
  /** What to do with builds that are there when the folder is first watched. */
  earlierBuilds: z.enum(['none', 'newest', 'all']),
  kinds: z
    .array(z.enum(['apk', 'ipa']))
    .min(1, { error: 'problem/kinds' satisfies Code })
    .default(['apk', 'ipa']),
  /** Patterns relative to the folder, see `Glob`; without any, all builds are meant. */
  include: patterns,
  /** Patterns of what is left out. */
  exclude: patterns,
  /** How many folders below this one are looked into; 0: none, null: all. */
  depth: z.int({ error: depthProblem }).min(0, { error: depthProblem }).nullable().default(null),
  application: applicationChoiceSchema.default({ kind: 'found' }),
  /** Ask a person before a build is uploaded at all. */
  askFirst: z.boolean().default(false),
  /** How long nothing about a file may move before it counts as finished. */
  quietMs: z
    .int({ error: quietProblem })
    .min(100, { error: quietProblem })
    .max(600_000, { error: quietProblem })
    .default(300),
  /** What becomes of a file once all that was asked for is done. */
  afterwards: afterwardsSchema.default({ kind: 'leave' }),
  /** Look again and again instead of relying on the system's announcements. */
  polling: z.enum(['auto', 'always', 'never']).default('auto'),
  /**
   * When the folder was added before there was one, milliseconds since 1970 UTC; null once it was seen. Builds that came
   * since then are no earlier builds.
   */
  awaitedSince: z.number().nullable().default(null),
  /**
   * Since when the folder is watched as this rule says, milliseconds since 1970 UTC; null before. Tells earlier builds
   * from others when the memory of what was seen is lost.
   */
  watchedSince: z.number().nullable().default(null),
  paused: z.boolean(),
});

const fields = {
  kinds: 'field/kinds',
  include: 'field/patterns',
  exclude: 'field/exclude',
  depth: 'field/depth',
  application: 'field/application',
  quietMs: 'field/quietTime',
  afterwards: 'field/afterUpload',
} satisfies FieldMessages;

/** What is wrong with a rule, as sentences that name the field. */
export const describeRuleProblems = (error: z.ZodError): Message => problemsOfForm(error, fields);
