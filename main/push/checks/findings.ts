import { type Message, messageOf } from '../../messages/message.ts';
import { positionAt } from '../mapping/json-tree.ts';

export type Verdict = 'pass' | 'fail' | 'unclear';

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
  readonly message: Message;
  /** Path relative to the workspace; null if the finding concerns no file. */
  readonly file: string | null;
  /** Line and column, counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
};

/** Change to one file, shown to the user before it is applied. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly file: string;
      /** Null if the file is new. */
      readonly before: string | null;
      readonly after: string;
    }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string };

export type Fix = {
  readonly title: Message;
  readonly change: FileChange;
};

export type RuleReport = {
  readonly rule: RuleId;
  readonly title: Message;
  readonly verdict: Verdict;
  /** Not empty. */
  readonly findings: readonly Finding[];
  /** Automatic fix; null if there is none. */
  readonly fix: Fix | null;
};

/** Position in a file. Without an offset, the finding concerns the whole file. */
export type Location = {
  readonly file: string;
  readonly text?: string | null;
  readonly offset?: number | null;
} | null;

export function finding(verdict: Verdict, where: Location, message: Message): Finding {
  const hasPosition = where && typeof where.text === 'string' && typeof where.offset === 'number';
  const { line, column } = hasPosition
    ? positionAt(where.text ?? '', where.offset ?? 0)
    : { line: null, column: null };
  return { verdict, message, file: where?.file ?? null, line, column };
}

const titles: Readonly<Record<RuleId, () => Message>> = {
  'mapping-file': () => messageOf('check/mappingFileRule'),
  mapping: () => messageOf('check/mappingRule'),
  icon: () => messageOf('check/iconRule'),
  'sender-id': () => messageOf('check/senderIdRule'),
  entitlements: () => messageOf('check/entitlementsRule'),
  sounds: () => messageOf('check/soundsRule'),
  permission: () => messageOf('check/permissionRule'),
  published: () => messageOf('check/publishedRule'),
  'build-entitlement': () => messageOf('check/buildEntitlementRule'),
  'build-permission': () => messageOf('check/buildPermissionRule'),
  'build-target': () => messageOf('check/buildTargetRule'),
};

export function writeFix(
  title: Message,
  { file, before, after }: { readonly file: string; readonly before: string | null; readonly after: string },
): Fix {
  return { title, change: { kind: 'write' as const, file, before, after } };
}

export function renameFix(title: Message, file: string, to: string): Fix {
  return { title, change: { kind: 'rename' as const, file, to } };
}

/** `findings` must not be empty. */
export function report(rule: RuleId, findings: readonly Finding[], fix: Fix | null = null): RuleReport {
  const has = (verdict: Verdict): boolean => findings.some((one) => one.verdict === verdict);
  const verdict = has('fail') ? 'fail' : has('unclear') ? 'unclear' : 'pass';
  return {
    rule,
    title: titles[rule](),
    verdict,
    findings,
    fix: verdict === 'fail' || rule === 'mapping' ? fix : null,
  };
}
