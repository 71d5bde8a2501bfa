/** A folder's state and rule in words. Pure. */
import type { AccountView, Failure, FolderState, FolderView, People } from '../../../preload/contract.ts';
import type { Format } from '../../format.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/folders.ts';
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
    case 'paused':
      return 'off';
  }
}

/** Why the folder is looked at again and again; null in every other state. */
export function pollingText(state: FolderState): string | null {
  return state.kind === 'polling' ? words.polling[state.reason] : null;
}

/** What keeps builds of the folder from going anywhere; null when nothing does. */
export function troubleOf({ problem, state }: FolderView): Failure | null {
  return problem ?? (state.kind === 'unreachable' ? state.failure : null);
}

/** `Only .apk, only release/*, without *-unsigned*`. */
export function filesText({ kinds, include, exclude }: FolderView): string {
  const kind = kinds.length === 1 && kinds[0] ? words.kindChoices[kinds[0]] : words.kindChoices.both;
  return [
    kind,
    include.length > 0 ? words.only(include.join(', ')) : null,
    exclude.length > 0 ? words.leftOut(exclude.join(', ')) : null,
  ]
    .filter(Boolean)
    .join(', ');
}

export function depthText({ depth }: FolderView, format: Format): string {
  return depth === null ? words.depthAll : words.depthOf(depth, format.count(depth));
}

/** Null where nothing was chosen. */
export function applicationText({ application }: FolderView): string | null {
  if (application.kind === 'found') return null;
  return application.kind === 'new' ? words.applicationOf.new : words.applicationOf.chosen(application.id);
}

/** Null for a file that is left where it is. */
export function afterwardsText({ afterwards }: FolderView): string | null {
  if (afterwards.kind === 'leave') return null;
  return afterwards.kind === 'move' ? `→ ${afterwards.folder}` : words.afterwardsChoices.delete;
}

/** `→ Work, test distribution · switches on · tells QA`. */
export function ruleText(
  folder: FolderView,
  accounts: readonly AccountView[],
  people: People | null,
  format: Format,
): string {
  const account = accounts.find((each) => each.id === folder.accountId)?.name ?? words.unknownAccount;
  const names = recipientsText(folder.recipients, people, format);
  const tests = folder.area === 'testingdist';
  return [
    `→ ${account}, ${common.area[folder.area]}`,
    tests && folder.activate ? words.activates : null,
    tests ? (names ? words.tells(names) : words.tellsNobody) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}
