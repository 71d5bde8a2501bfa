import type { CallArguments, FolderPreset, FolderView } from '../../../preload/page.ts';

type Input = CallArguments<'folders.add'>;

export type FolderDraft = Pick<
  FolderView,
  'path' | 'existingBuilds' | 'depth' | 'application' | 'polling'
> & {
  readonly kinds: 'both' | 'apk' | 'ipa';
  readonly include: string;
  readonly exclude: string;
  /** Account and area for which the user chose `application`. The choice is ignored if either has changed. */
  readonly applicationIn: string;
  readonly askFirst: boolean;
  readonly stableForMs: number;
  readonly afterUpload: FolderView['afterUpload']['kind'];
  readonly 'afterUpload.folder': string;
  readonly releaseNotes: FolderView['releaseNotes']['kind'];
  readonly notesText: string;
};

export const defaultStableForMs = 300;

type Target = Pick<Input, 'area'> & { readonly accountId: string | null };

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
    stableForMs: folder?.stableForMs ?? defaultStableForMs,
    afterUpload: folder?.afterUpload.kind ?? 'leave',
    'afterUpload.folder': folder?.afterUpload.kind === 'move' ? folder.afterUpload.folder : '',
    polling: folder?.polling ?? 'auto',
    releaseNotes: folder?.releaseNotes.kind ?? 'none',
    notesText: folder?.releaseNotes.kind === 'text' ? folder.releaseNotes.text : '',
  };
}

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
    stableForMs: draft.stableForMs,
  } satisfies CallArguments<'folders.dryRun'>;
}

/** Returns the chosen application, unless the user chose it for another account or area. */
export function applicationFor(
  { application, applicationIn }: FolderDraft,
  target: Target,
): FolderView['application'] {
  const isElsewhere = application.kind === 'chosen' && applicationIn !== applicationsKey(target);
  return isElsewhere ? { kind: 'found' } : application;
}

/** Returns the selectable values in ascending order, including the current value. */
export function withCurrent(defaults: readonly number[], current: number): readonly number[] {
  return [...new Set([...defaults, current])].toSorted((a, b) => a - b);
}

/** Returns the arguments with which a removed folder can be added again. */
export function ruleOf(folder: FolderView): Input {
  const { id, name, displayPath, paused, state, problem, waiting, watchedSince, awaitedSince, ...rule } =
    folder;
  return { ...rule, waitForFolder: awaitedSince !== null };
}

export function linesOf(text: string, separator: string | RegExp = '\n'): string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
