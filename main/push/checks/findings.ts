/** What the check of a project folder says. Pure data: front ends use it too. */
import { type Sentence, said } from '../../base/sentences.ts';
import { placeIn } from '../mapping/json-tree.ts';
import { checkWords as words } from './words-check.ts';

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

export function finding(verdict: Verdict, where: Where, message: Sentence): Finding {
  const known = where && typeof where.text === 'string' && typeof where.offset === 'number';
  const { line, column } = known
    ? placeIn(where.text ?? '', where.offset ?? 0)
    : { line: null, column: null };
  return said({ verdict, message, file: where?.file ?? null, line, column });
}

const titles: Readonly<Record<RuleId, () => Sentence>> = {
  'mapping-file': words.mappingFileRule,
  mapping: words.mappingRule,
  icon: words.iconRule,
  'sender-id': words.senderIdRule,
  entitlements: words.entitlementsRule,
  sounds: words.soundsRule,
  permission: words.permissionRule,
  published: words.publishedRule,
  'build-entitlement': words.buildEntitlementRule,
  'build-permission': words.buildPermissionRule,
  'build-target': words.buildTargetRule,
};

/** A change of a file's whole text. `before`: null for a file that is made. */
export function writing(
  title: Sentence,
  { file, before, after }: { readonly file: string; readonly before: string | null; readonly after: string },
): Fix {
  return said({ title, change: { kind: 'write' as const, file, before, after } });
}

export function renaming(title: Sentence, file: string, to: string): Fix {
  return said({ title, change: { kind: 'rename' as const, file, to } });
}

/** The report of one rule. `findings` is not empty. */
export function report(rule: RuleId, findings: readonly Finding[], fix: Fix | null = null): RuleReport {
  const has = (verdict: Verdict): boolean => findings.some((one) => one.verdict === verdict);
  const verdict = has('fail') ? 'fail' : has('cannot-tell') ? 'cannot-tell' : 'pass';
  return said({
    rule,
    title: titles[rule](),
    verdict,
    findings,
    fix: verdict === 'fail' || rule === 'mapping' ? fix : null,
  });
}
