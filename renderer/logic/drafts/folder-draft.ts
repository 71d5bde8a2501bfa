/** What is chosen in the form of a watched folder, besides where its builds go. Pure. */
import type { CallArguments, Failure, FolderPreset, FolderView } from '../../../preload/page.ts';

type Input = CallArguments<'folders.add'>;

/** Patterns are lines of text; the rest is as the form shows it. */
export type MoreDraft = {
  readonly kinds: 'both' | 'apk' | 'ipa';
  readonly include: string;
  readonly exclude: string;
  readonly depth: FolderView['depth'];
  readonly application: FolderView['application'];
  /** The account and area a chosen application is of; it is nobody's in another one. */
  readonly applicationIn: string;
  readonly askFirst: boolean;
  readonly quietMs: number;
  readonly afterUpload: FolderView['afterUpload']['kind'];
  /** Kept while another choice is made. */
  readonly moveTo: string;
  readonly polling: FolderView['polling'];
  readonly notes: FolderView['releaseNotes']['kind'];
  /** Kept while another choice is made. */
  readonly notesText: string;
};

const usualQuietMs = 300;

/** Which applications can be chosen: those of one area of one account. */
export function applicationsKey(target: Pick<Input, 'area'> & { readonly accountId: string | null }): string {
  return JSON.stringify([target.accountId, target.area]);
}

export function moreDraftOf(folder: FolderView | null): MoreDraft {
  return {
    kinds: oneKind(folder?.kinds ?? []),
    include: (folder?.include ?? []).join('\n'),
    exclude: (folder?.exclude ?? []).join('\n'),
    depth: folder?.depth ?? null,
    application: folder?.application ?? { kind: 'found' },
    applicationIn: folder ? applicationsKey(folder) : '',
    askFirst: folder?.askFirst ?? false,
    quietMs: folder?.quietMs ?? usualQuietMs,
    afterUpload: folder?.afterUpload.kind ?? 'leave',
    moveTo: folder?.afterUpload.kind === 'move' ? folder.afterUpload.folder : '',
    polling: folder?.polling ?? 'auto',
    notes: folder?.releaseNotes.kind ?? 'none',
    notesText: folder?.releaseNotes.kind === 'text' ? folder.releaseNotes.text : '',
  };
}

/** The draft with the rule of a preset. */
export function withPreset(draft: MoreDraft, { rule }: FolderPreset): MoreDraft {
  return {
    ...draft,
    kinds: oneKind(rule.kinds),
    include: rule.include.join('\n'),
    exclude: rule.exclude.join('\n'),
    depth: rule.depth,
  };
}

type MoreRule = Pick<
  Input,
  | 'kinds'
  | 'include'
  | 'exclude'
  | 'depth'
  | 'application'
  | 'askFirst'
  | 'quietMs'
  | 'afterUpload'
  | 'polling'
  | 'releaseNotes'
>;

/** The fields of a rule a draft stands for; null when a folder to move to is to be named. */
export function takeMore(draft: MoreDraft, target: Parameters<typeof applicationsKey>[0]): MoreRule | null {
  const folder = draft.moveTo.trim();
  if (draft.afterUpload === 'move' && folder === '') return null;
  return {
    ...takeFiles(draft),
    application: applicationFor(draft, target),
    askFirst: draft.askFirst,
    afterUpload: draft.afterUpload === 'move' ? { kind: 'move', folder } : { kind: draft.afterUpload },
    polling: draft.polling,
    releaseNotes: takeNotes(draft),
  };
}

function takeNotes({ notes, notesText }: MoreDraft): FolderView['releaseNotes'] {
  if (notes !== 'text') return { kind: notes };
  return notesText.trim() === '' ? { kind: 'none' } : { kind: 'text', text: notesText.trim() };
}

/** What of a draft says which files count, and when. */
export function takeFiles(
  draft: MoreDraft,
): Pick<Input, 'kinds' | 'include' | 'exclude' | 'depth' | 'quietMs'> {
  return {
    kinds: draft.kinds === 'both' ? ['apk', 'ipa'] : [draft.kinds],
    include: linesOf(draft.include),
    exclude: linesOf(draft.exclude),
    depth: draft.depth,
    quietMs: draft.quietMs,
  };
}

/** What is chosen, unless it is of another account or area. */
export function applicationFor(
  { application, applicationIn }: MoreDraft,
  target: Parameters<typeof applicationsKey>[0],
): FolderView['application'] {
  const isElsewhere = application.kind === 'chosen' && applicationIn !== applicationsKey(target);
  return isElsewhere ? { kind: 'found' } : application;
}

/** The usual choices and the one in use, in order. */
export function withCurrent(usual: readonly number[], current: number): readonly number[] {
  return [...new Set([...usual, current])].toSorted((a, b) => a - b);
}

/** The whole rule of a folder as it is entered, to watch it again as it was. */
export function ruleOf(folder: FolderView): Input {
  const { path, accountId, area, activate, recipients, sendAnyway, existingBuilds } = folder;
  const { kinds, include, exclude, depth, application, askFirst, quietMs } = folder;
  const { afterUpload, releaseNotes, polling } = folder;
  return {
    ...{ path, accountId, area, activate, recipients, sendAnyway, existingBuilds },
    ...{ kinds, include, exclude, depth, application, askFirst, quietMs },
    ...{ afterUpload, releaseNotes, polling },
    waitForFolder: folder.awaitedSince !== null,
  };
}

function oneKind(kinds: FolderView['kinds']): MoreDraft['kinds'] {
  const [only, other] = kinds;
  return only === undefined || other !== undefined ? 'both' : only;
}

/** What stands between the separators, without empty ones. */
export function linesOf(text: string, separator: string | RegExp = '\n'): string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What is wrong, by the field it is about. */
export type FolderProblems = {
  readonly [Field in 'path' | 'include' | 'exclude' | 'moveTo' | 'notes']?: string | undefined;
};

/** The message of a refusal that is about the folder itself. */
export const pathProblem = ({ code, message }: Pick<Failure, 'code' | 'message'>): string | undefined =>
  /^(watcher\/|settings\/(relativePath|alreadyWatched)$)/.test(code) ? message : undefined;

/** A refusal at the field it is about; null where it is about none. */
export function problemsOf(
  failure: Pick<Failure, 'code' | 'message' | 'values'>,
  { include }: MoreDraft,
): FolderProblems | null {
  const { code, message, values } = failure;
  const path = pathProblem(failure);
  if (path !== undefined) return { path };
  if (code === 'core/moveTarget') return { moveTo: message };
  if (code === 'core/noGit' || code === 'core/noRepository') return { notes: message };
  if (code !== 'settings/badPattern') return null;
  return linesOf(include).some((line) => line === values?.pattern)
    ? { include: message }
    : { exclude: message };
}
