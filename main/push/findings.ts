/** What the check of a project folder says. Pure data: front ends use it too. */
import { placeIn } from './json-tree.ts';

export type Verdict = 'pass' | 'fail' | 'cannot-tell';

export type RuleId =
  | 'mapping-file'
  | 'mapping'
  | 'icon'
  | 'sender-id'
  | 'entitlements'
  | 'sounds'
  | 'permission'
  | 'published'
  | 'build-entitlement'
  | 'build-permission'
  | 'build-target';

export type Finding = {
  readonly verdict: Verdict;
  /** One or two sentences. */
  readonly message: string;
  /** Relative to the workspace. */
  readonly file: string | null;
  /** Both counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
};

/** One change of one file, as it is shown before it is made. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly file: string;
      /** Null: the file is made. */
      readonly before: string | null;
      readonly after: string;
    }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string };

export type Fix = {
  /** What it does, in words. */
  readonly title: string;
  readonly change: FileChange;
};

export type RuleReport = {
  readonly rule: RuleId;
  /** The rule in words. */
  readonly title: string;
  /** The worst of its findings. */
  readonly verdict: Verdict;
  /** At least one. */
  readonly findings: readonly Finding[];
  /** The next step towards the rule, where a program can take it. */
  readonly fix: Fix | null;
};

/** Where something stands; without an offset the file as a whole is meant. */
export type Where = {
  readonly file: string;
  readonly text?: string | null;
  readonly offset?: number | null;
} | null;

export function finding(verdict: Verdict, where: Where, message: string): Finding {
  const known = where && typeof where.text === 'string' && typeof where.offset === 'number';
  const { line, column } = known
    ? placeIn(where.text ?? '', where.offset ?? 0)
    : { line: null, column: null };
  return { verdict, message, file: where?.file ?? null, line, column };
}

const titles: Readonly<Record<RuleId, string>> = {
  'mapping-file': 'The mapping file is in its place',
  mapping: 'The mapping file can be used',
  icon: 'The icon is among the images, and its name has no ending',
  'sender-id': 'The project names its messaging sender id',
  entitlements: 'iOS: app.entitlements lets the app receive pushes',
  sounds: 'iOS: the folder of sounds holds WAV sounds only',
  permission: 'Android 13: the manifest declares the permission',
  published: 'Pushes arrive in published builds only',
  'build-entitlement': 'The build’s profile allows pushes as the project says',
  'build-permission': 'The build declares the permission as the project says',
  'build-target': 'The build’s target level and the permission fit together',
};

/** The report of one rule. `findings` is not empty. */
export function report(rule: RuleId, findings: readonly Finding[], fix: Fix | null = null): RuleReport {
  const has = (verdict: Verdict): boolean => findings.some((one) => one.verdict === verdict);
  const verdict = has('fail') ? 'fail' : has('cannot-tell') ? 'cannot-tell' : 'pass';
  return {
    rule,
    title: titles[rule],
    verdict,
    findings,
    fix: verdict === 'fail' || rule === 'mapping' ? fix : null,
  };
}
