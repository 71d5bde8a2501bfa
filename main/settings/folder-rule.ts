/** What happens with the builds of one folder, as one checked shape. Pure: zod only. */
import { z } from 'zod';

const applicationProblem = 'give the number of an application, as “slipway apps” lists it.';
const depthProblem = 'give a whole number from 0, which means the folder itself only.';
const quietProblem = 'give whole milliseconds from 100 to 600000.';
const patternsProblem = 'give at most 100.';

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
  /** Tell them also of a build with an expired profile, or one for development only, without asking a person first. */
  sendAnyway: z.boolean().default(false),
  /** What to do with builds that are there when the folder is first watched. */
  earlierBuilds: z.enum(['none', 'newest', 'all']),
  kinds: z
    .array(z.enum(['apk', 'ipa']))
    .min(1, { error: 'choose apk, ipa or both.' })
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

const fieldNames: Readonly<Record<string, string>> = {
  kinds: 'Kinds of builds',
  include: 'Patterns',
  exclude: 'Patterns to leave out',
  depth: 'Depth',
  application: 'Application',
  quietMs: 'Quiet time',
  afterwards: 'What becomes of the file',
};

/** What is wrong with a rule, as sentences that name the field. */
export function describeRuleProblems(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => {
      const field = String(path[0] ?? '');
      return `${fieldNames[field] ?? field}: ${message}`;
    })
    .join(' ');
}
