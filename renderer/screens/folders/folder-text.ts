/** A folder's state and rule in words. Pure. */
import type { AccountView, FolderState, FolderView, People } from '../../../preload/contract.ts';
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
