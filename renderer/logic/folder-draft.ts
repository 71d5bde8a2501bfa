/** What is chosen in the form of a watched folder, besides where its builds go. Pure. */
import type { CallArguments, FolderPreset, FolderView } from '../../preload/contract.ts';

type Input = CallArguments<'folders.add'>;

/** Patterns are lines of text; the rest is as the form shows it. */
export type MoreDraft = {
  readonly kinds: 'both' | 'apk' | 'ipa';
  readonly include: string;
  readonly exclude: string;
  readonly askFirst: boolean;
  readonly afterwards: FolderView['afterwards']['kind'];
  /** Kept while another choice is made. */
  readonly moveTo: string;
  readonly polling: FolderView['polling'];
};

export function moreDraftOf(folder: FolderView | null): MoreDraft {
  const [only, other] = folder?.kinds ?? [];
  return {
    kinds: only === undefined || other !== undefined ? 'both' : only,
    include: (folder?.include ?? []).join('\n'),
    exclude: (folder?.exclude ?? []).join('\n'),
    askFirst: folder?.askFirst ?? false,
    afterwards: folder?.afterwards.kind ?? 'leave',
    moveTo: folder?.afterwards.kind === 'move' ? folder.afterwards.folder : '',
    polling: folder?.polling ?? 'auto',
  };
}

/** The draft with the rule of a preset; its depth goes with the folder, for the form shows none. */
export function withPreset(draft: MoreDraft, { rule }: FolderPreset): MoreDraft {
  const [only, other] = rule.kinds;
  return {
    ...draft,
    kinds: only === undefined || other !== undefined ? 'both' : only,
    include: rule.include.join('\n'),
    exclude: rule.exclude.join('\n'),
  };
}

/** The fields of a rule a draft stands for; null when a folder to move to is to be named. What it does not hold stays. */
export function takeMore(
  draft: MoreDraft,
): Pick<Input, 'kinds' | 'include' | 'exclude' | 'askFirst' | 'afterwards' | 'polling'> | null {
  const { kinds, askFirst, polling } = draft;
  const folder = draft.moveTo.trim();
  if (draft.afterwards === 'move' && folder === '') return null;
  return {
    kinds: kinds === 'both' ? ['apk', 'ipa'] : [kinds],
    include: linesOf(draft.include),
    exclude: linesOf(draft.exclude),
    askFirst,
    afterwards: draft.afterwards === 'move' ? { kind: 'move', folder } : { kind: draft.afterwards },
    polling,
  };
}

/** The whole rule of a folder as it is entered, to watch it again as it was. */
export function ruleOf(folder: FolderView): Input {
  const { path, accountId, area, activate, recipients, sendAnyway, earlierBuilds } = folder;
  const { kinds, include, exclude, depth, application, askFirst, quietMs, afterwards, polling } = folder;
  return {
    ...{ path, accountId, area, activate, recipients, sendAnyway, earlierBuilds },
    ...{ kinds, include, exclude, depth, application, askFirst, quietMs, afterwards, polling },
    waitForFolder: folder.awaitedSince !== null,
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
