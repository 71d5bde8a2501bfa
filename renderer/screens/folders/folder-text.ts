import type { AccountView, Failure, FolderState, FolderView, People } from '../../../preload/page.ts';
import type { Format } from '../../format.ts';
import {
  applicationFor,
  defaultStableForMs,
  type FolderDraft,
  linesOf,
} from '../../logic/drafts/folder-draft.ts';
import { t } from '../../messages.ts';
import type { TargetDraft } from '../target-fields.tsx';
import { recipientsText } from '../uploads/upload-text.ts';

export type Tone = 'good' | 'working' | 'failed' | 'off';

export function toneOf(state: FolderState): Tone {
  switch (state.kind) {
    case 'watching':
    case 'polling':
      return 'good';
    case 'starting':
    case 'scanning':
      return 'working';
    case 'unreachable':
      return 'failed';
    case 'awaited':
    case 'paused':
      return 'off';
  }
}

/** Returns the reason for polling; null if the folder is not polled. */
export function pollingText(state: FolderState): string | null {
  return state.kind === 'polling' ? t(`folders.polling.${state.reason}`) : null;
}

export function failureOf({ problem, state }: FolderView): Failure | null {
  return problem ?? (state.kind === 'unreachable' ? state.failure : null);
}

/** Returns text such as `Only .apk, only release/*, without *-unsigned*`. */
export function filesText({ kinds, include, exclude }: FolderView): string {
  const kind =
    kinds.length === 1 && kinds[0] ? t(`folders.kindChoices.${kinds[0]}`) : t('folders.kindChoices.both');
  return [
    kind,
    include.length > 0 ? t('folders.only', { what: include.join(', ') }) : null,
    exclude.length > 0 ? t('folders.leftOut', { what: exclude.join(', ') }) : null,
  ]
    .filter(Boolean)
    .join(', ');
}

export function depthText({ depth }: Pick<FolderView, 'depth'>): string {
  return depth === null ? t('folders.depthAll') : t('folders.depthOf', { count: depth });
}

/** Returns a text for each non-default setting in the collapsed parts of the folder dialog. */
export function ruleChips(draft: FolderDraft, target: Pick<TargetDraft, RuleOfTarget>): readonly string[] {
  const [include, exclude] = [linesOf(draft.include), linesOf(draft.exclude)];
  const isTest = target.area === 'testingdist';
  const application = applicationText({ application: applicationFor(draft, target) });
  return [
    isTest ? null : t('common.area.appstore'),
    isTest && !target.activate ? t('folders.chips.notActivated') : null,
    isTest && target.sendAnyway ? t('folders.chips.sendsWithoutAsking') : null,
    application,
    draft.existingBuilds === 'none' ? null : t(`folders.chips.existing.${draft.existingBuilds}`),
    draft.kinds === 'both' ? null : t(`folders.kindChoices.${draft.kinds}`),
    draft.depth === null ? null : depthText(draft),
    include.length > 0 ? t('folders.chips.include', { count: include.length }) : null,
    exclude.length > 0 ? t('folders.chips.exclude', { count: exclude.length }) : null,
    draft.askFirst ? t('folders.chips.asksFirst') : null,
    draft.stableForMs === defaultStableForMs
      ? null
      : t('folders.chips.stableFor', { number: draft.stableForMs / 1_000 }),
    draft.polling === 'auto' ? null : t(`folders.chips.polling.${draft.polling}`),
    draft.releaseNotes === 'none' ? null : t(`folders.chips.notes.${draft.releaseNotes}`),
    draft.afterUpload === 'leave' ? null : t(`folders.chips.afterUpload.${draft.afterUpload}`),
  ].filter((chip) => chip !== null);
}

type RuleOfTarget = 'accountId' | 'area' | 'activate' | 'sendAnyway';

/** Returns the application that a folder uploads to; null for the default, `found`. */
export function applicationText({ application }: Pick<FolderView, 'application'>): string | null {
  if (application.kind === 'found') return null;
  return application.kind === 'new'
    ? t('folders.applicationOf.new')
    : t('folders.applicationOf.chosen', { id: application.id });
}

/** Returns what happens to a file after the upload; null if it stays. */
export function afterUploadText({ afterUpload }: FolderView): string | null {
  if (afterUpload.kind === 'leave') return null;
  return afterUpload.kind === 'move' ? `→ ${afterUpload.folder}` : t('folders.afterUploadChoices.delete');
}

/** Returns a summary of the rule, such as `→ Work, test distribution · switches on · sends to QA`. */
export function ruleText(
  folder: FolderView,
  accounts: readonly AccountView[],
  people: People | null,
  format: Format,
): string {
  const account = accounts.find((each) => each.id === folder.accountId)?.name ?? t('folders.unknownAccount');
  const names = recipientsText(folder.recipients, people, format);
  const tests = folder.area === 'testingdist';
  return [
    `→ ${account}, ${t(`common.area.${folder.area}`)}`,
    tests && folder.activate ? t('folders.activates') : null,
    tests ? (names ? t('folders.sendsTo', { names }) : t('folders.doesNotSend')) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}
