/** What is entered in the form of a watched folder, except where its builds go. Pure. */
import type { CallArguments, FolderPreset, FolderView } from '../../../preload/page.ts';

type Input = CallArguments<'folders.add'>;

/** Patterns are lines of text; the rest is as the form shows it. */
export type FolderDraft = Pick<
  FolderView,
  'path' | 'existingBuilds' | 'depth' | 'application' | 'polling'
> & {
  readonly kinds: 'both' | 'apk' | 'ipa';
  readonly include: string;
  readonly exclude: string;
  /** The account and area a chosen application is of; it is not used in another one. */
  readonly applicationIn: string;
  readonly askFirst: boolean;
  readonly quietMs: number;
  readonly afterUpload: FolderView['afterUpload']['kind'];
  readonly 'afterUpload.folder': string;
  readonly releaseNotes: FolderView['releaseNotes']['kind'];
  readonly notesText: string;
};

const defaultQuietMs = 300;

type Target = Pick<Input, 'area'> & { readonly accountId: string | null };

/** Key of the applications that can be chosen: those of one area of one account. */
export function applicationsKey(target: Target): string {
  return JSON.stringify([target.accountId, target.area]);
}

export function folderDraft(folder: FolderView | null): FolderDraft {
  return {
    path: folder?.path ?? '',
    existingBuilds: folder?.existingBuilds ?? 'none',
    ...filesDraft(folder ?? { kinds: [], include: [], exclude: [], depth: null }),
    application: folder?.application ?? { kind: 'found' },
    applicationIn: folder ? applicationsKey(folder) : '',
    askFirst: folder?.askFirst ?? false,
    quietMs: folder?.quietMs ?? defaultQuietMs,
    afterUpload: folder?.afterUpload.kind ?? 'leave',
    'afterUpload.folder': folder?.afterUpload.kind === 'move' ? folder.afterUpload.folder : '',
    polling: folder?.polling ?? 'auto',
    releaseNotes: folder?.releaseNotes.kind ?? 'none',
    notesText: folder?.releaseNotes.kind === 'text' ? folder.releaseNotes.text : '',
  };
}

/** The draft's part of which files count, from a rule or a preset. */
export function filesDraft({
  kinds,
  include,
  exclude,
  depth,
}: FolderPreset['rule']): Pick<FolderDraft, 'kinds' | 'include' | 'exclude' | 'depth'> {
  const [only, other] = kinds;
  return {
    kinds: only === undefined || other !== undefined ? 'both' : only,
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    depth,
  };
}

/** The rule of a draft, except for its target. */
export function folderRule(draft: FolderDraft, target: Target) {
  const folder = draft['afterUpload.folder'].trim();
  const { afterUpload } = draft;
  return {
    ...filesRule(draft),
    application: applicationFor(draft, target),
    askFirst: draft.askFirst,
    afterUpload: afterUpload === 'move' ? { kind: afterUpload, folder } : { kind: afterUpload },
    polling: draft.polling,
    releaseNotes: notesRule(draft),
  } satisfies Partial<Input>;
}

function notesRule({ releaseNotes, notesText }: FolderDraft): FolderView['releaseNotes'] {
  if (releaseNotes !== 'text') return { kind: releaseNotes };
  return notesText.trim() === '' ? { kind: 'none' } : { kind: 'text', text: notesText.trim() };
}

export function filesRule(draft: FolderDraft) {
  return {
    path: draft.path.trim(),
    existingBuilds: draft.existingBuilds,
    kinds: draft.kinds === 'both' ? ['apk', 'ipa'] : [draft.kinds],
    include: linesOf(draft.include),
    exclude: linesOf(draft.exclude),
    depth: draft.depth,
    quietMs: draft.quietMs,
  } satisfies CallArguments<'folders.tryOut'>;
}

/** The chosen application, unless it is of another account or area. */
export function applicationFor(
  { application, applicationIn }: FolderDraft,
  target: Target,
): FolderView['application'] {
  const isElsewhere = application.kind === 'chosen' && applicationIn !== applicationsKey(target);
  return isElsewhere ? { kind: 'found' } : application;
}

/** The usual choices and the one in use, in order. */
export function withCurrent(usual: readonly number[], current: number): readonly number[] {
  return [...new Set([...usual, current])].toSorted((a, b) => a - b);
}

/** The rule of a folder as it was entered, to watch it again. */
export function ruleOf(folder: FolderView): Input {
  const { id, paused, state, problem, waiting, watchedSince, awaitedSince, ...rule } = folder;
  return { ...rule, waitForFolder: awaitedSince !== null };
}

/** The parts between separators, without empty ones. */
export function linesOf(text: string, separator: string | RegExp = '\n'): string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
