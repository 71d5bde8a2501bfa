import type { FileChange, Fix, RuleReport, Verdict } from './findings.ts';
import { isOpaque } from './opaque-picture.ts';
import { type BuildFacts, checkBuild, checkPublished } from './rules-build.ts';
import { checkIcon, checkMapping, checkMappingFile, checkSenderId, iconOf } from './rules-mapping.ts';
import { checkEntitlements, checkPermission, checkSounds } from './rules-platform.ts';
import { openWorkspace } from './workspace.ts';
import { collectFacts, type WorkspaceFacts } from './workspace-facts.ts';

export type DoctorOptions = {
  /** Received data `{to, data: {notification: {…}}}`. The rules check its icon and sound. */
  readonly message?: unknown;
  readonly build?: BuildFacts | null;
};

export type DoctorReport = {
  /** Absolute path with symbolic links resolved. */
  readonly folder: string;
  readonly verdict: Verdict;
  /** All rules, in the order of the API reference. */
  readonly rules: readonly RuleReport[];
};

/** Exceeds the size of every notification icon. */
const maxIconBytes = 4 * 1024 * 1024;

/** Checks every rule without changing files. Throws file errors and `push/noFolder`. */
export async function checkWorkspace(folder: string, options: DoctorOptions = {}): Promise<DoctorReport> {
  const workspace = await openWorkspace(folder);
  const facts = await collectFacts(workspace);
  const icon = iconOf(facts, options.message);
  const picture = icon === null ? null : await workspace.readHead(icon, maxIconBytes);
  const rules = checkFacts(facts, options, picture !== null && isOpaque(picture.head));
  const has = (verdict: Verdict): boolean => rules.some((rule) => rule.verdict === verdict);
  return {
    folder: workspace.root,
    verdict: has('fail') ? 'fail' : has('unclear') ? 'unclear' : 'pass',
    rules,
  };
}

function checkFacts(
  facts: WorkspaceFacts,
  { message, build = null }: DoctorOptions,
  isIconOpaque: boolean,
): readonly RuleReport[] {
  return [
    checkMappingFile(facts.mapping),
    checkMapping(facts.mapping),
    checkIcon(facts, message, isIconOpaque),
    checkSenderId(facts.project),
    checkEntitlements(facts.entitlements),
    checkSounds(facts, message),
    checkPermission(facts.manifest, build?.kind === 'apk' ? build.targetSdk : null),
    checkPublished(build),
    ...(build ? checkBuild(build, facts) : []),
  ];
}

/** Applies the change of a fix atomically. Throws `push/fileModified`, `push/isLink`, file errors. */
export async function applyFix(folder: string, { change }: Pick<Fix, 'change'>): Promise<void> {
  const workspace = await openWorkspace(folder);
  if (change.kind === 'rename') await workspace.rename(change.file, change.to);
  else await workspace.write(change.file, change.before, change.after);
}

/** Reverts a change made by `applyFix`. Throws as `applyFix` does. */
export async function undoFix(folder: string, change: FileChange): Promise<void> {
  const workspace = await openWorkspace(folder);
  if (change.kind === 'rename') await workspace.rename(change.to, change.file);
  else if (change.before === null) await workspace.remove(change.file, change.after);
  else await workspace.write(change.file, change.after, change.before);
}
