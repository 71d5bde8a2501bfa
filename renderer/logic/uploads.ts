import { searchTerms, searchText } from '../../main/base/search-text.ts';
import type {
  FolderView,
  PackageInfo,
  UploadState,
  UploadView,
  WaitingFileView,
} from '../../preload/page.ts';

export type GroupKind = 'attention' | 'working' | 'queued' | 'waiting' | 'day';

export type Line =
  | { readonly kind: 'heading'; readonly key: string; readonly group: GroupKind; readonly day: number }
  | { readonly kind: 'upload'; readonly key: string; readonly id: string }
  | { readonly kind: 'older'; readonly key: string }
  | {
      readonly kind: 'waiting';
      readonly key: string;
      readonly file: WaitingFileView;
      readonly folder: FolderView;
    };

export const stateFilters = ['all', 'working', 'attention', 'finished', 'cancelled'] as const;

export type StateFilter = (typeof stateFilters)[number];

const filteredStates: Readonly<Record<Exclude<StateFilter, 'all'>, readonly UploadState[]>> = {
  working: ['queued', 'uploading', 'confirming', 'activating', 'sending', 'cleaning', 'retrying', 'paused'],
  attention: ['ready', 'asking', 'failed'],
  finished: ['done', 'already-there'],
  cancelled: ['cancelled'],
};

/** Returns the states of a filter; empty for all. */
export const statesOf = (filter: StateFilter): readonly UploadState[] =>
  filter === 'all' ? [] : filteredStates[filter];

export type ListFilter = { readonly found: ReadonlySet<string>; readonly filter: StateFilter };

const noFilter: ListFilter = { found: new Set(), filter: 'all' };

export function groupOf(state: UploadState): Exclude<GroupKind, 'waiting'> {
  switch (state) {
    case 'ready':
    case 'asking':
    case 'failed':
      return 'attention';
    case 'uploading':
    case 'confirming':
    case 'activating':
    case 'sending':
    case 'cleaning':
      return 'working';
    case 'queued':
    case 'retrying':
    case 'paused':
      return 'queued';
    case 'done':
    case 'cancelled':
    case 'already-there':
      return 'day';
  }
}

export const isAsking = (state: UploadState): boolean => state === 'asking' || state === 'ready';

/** Returns true if the upload can be paused, which excludes its last steps. */
export const canPause = (state: UploadState): boolean =>
  state !== 'sending' && state !== 'cleaning' && state !== 'paused' && isRunning(state) && !isAsking(state);

export const queueOf = (uploads: readonly UploadView[]): readonly UploadView[] =>
  uploads.filter((upload) => groupOf(upload.state) === 'queued').sort(byOrder);

/** Returns true if no device can install the build. */
export const isNotInstallable = ({ package: info }: UploadView): boolean =>
  info?.installability?.kind === 'no-device';

/** Returns true if the build is signed with Android's debug key or is debuggable. */
export const isDebugBuild = ({ debuggable, signing }: PackageInfo): boolean =>
  debuggable || (signing?.certificates.some(({ subject }) => subject.includes('CN=Android Debug')) ?? false);

/** Reason why testers cannot install an uploaded build. */
export type Obstacle = 'not-installable' | 'inactive' | 'not-mailed' | 'refused';

export function obstacleOf(upload: UploadView): Obstacle | null {
  const { state, area, activate, mail, target } = upload;
  if (state !== 'done' && state !== 'already-there') return null;
  if (isNotInstallable(upload)) return 'not-installable';
  if (area !== 'testingdist' || target === null) return null;
  if (!activate) return 'inactive';
  return mail === 'not-mailed' || mail === 'refused' ? mail : null;
}

/** Returns true if the build was mailed before, so that another send repeats the mail. */
export const isSentAgain = ({ mail }: UploadView): boolean =>
  mail === 'mailed' || mail === 'opened' || mail === 'downloaded';

/** Returns true if the upload would continue once its service, which is off, runs. */
export const waitsForService = ({ state, failure }: UploadView): boolean =>
  state === 'queued' || state === 'retrying' || (state === 'failed' && failure?.remedy === 'check-network');

/** Returns the current path of the file; null if it was deleted after the upload. */
export function currentPath({ path, movedTo, timeline }: UploadView): string | null {
  return movedTo ?? (timeline.some((entry) => entry.event === 'cleaned') ? null : path);
}

/** Returns true unless the upload has finished, failed or was cancelled. */
export const isRunning = (state: UploadState): boolean =>
  isAsking(state) || groupOf(state) === 'working' || groupOf(state) === 'queued';

export const needsAttention = ({ state }: UploadView): boolean => groupOf(state) === 'attention';

/** Returns text such as `2.4.1 (1187)`; null if the build has no version. */
export function versionText(info: Pick<PackageInfo, 'versionName' | 'build'>): string | null {
  if (info.versionName && info.build && info.versionName !== info.build)
    return `${info.versionName} (${info.build})`;
  return info.versionName || info.build || null;
}

/** Returns up to three supported ABIs or device models, such as `arm64-v8a`; null if not limited. */
export function hardwareText({ abis = [], supportedDevices = [] }: PackageInfo): string | null {
  const hardware = abis.length > 0 ? abis : supportedDevices;
  if (hardware.length === 0) return null;
  return [...hardware.slice(0, 3), ...(hardware.length > 3 ? ['…'] : [])].join(', ');
}

/** Returns the app's name, or else the application's name on the service, the package id or the file name. */
export const displayName = (upload: UploadView): string =>
  upload.package?.name ?? upload.target?.applicationName ?? upload.package?.id ?? upload.fileName;

export const finishedAt = (upload: UploadView): number => upload.finishedAt ?? upload.addedAt;

/** Returns the start of the local day that contains `at`. */
export function dayOf(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Returns true if each search word is in one of the texts. */
export function matches(search: string, texts: readonly (string | null | undefined)[]): boolean {
  const words = searchTerms(search);
  if (words.length === 0) return true;
  const text = searchText(texts.filter(Boolean).join('\n'));
  return words.every((word) => text.includes(word));
}

const uploadTexts = (upload: UploadView): readonly (string | null | undefined)[] => [
  upload.package?.name,
  upload.package?.id,
  upload.package?.versionName,
  upload.package?.build,
  upload.path,
  upload.target?.applicationName,
  upload.failure?.message,
  ...upload.recipients.emails,
  ...upload.notes,
  ...upload.sendWarnings,
  ...(upload.package?.warnings ?? []),
];

/** Returns the newest upload of a watched folder; null if the list has none. */
export function lastBuildOf(uploads: readonly UploadView[], folderId: string): UploadView | null {
  const own = uploads.filter((upload) => upload.folderId === folderId);
  return own.reduce<UploadView | null>(
    (last, each) => (last && last.addedAt > each.addedAt ? last : each),
    null,
  );
}

export const matchesUpload = (search: string, upload: UploadView): boolean =>
  matches(search, uploadTexts(upload));

const byAge = (a: UploadView, b: UploadView): number => a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1);
const byOrder = (a: UploadView, b: UploadView): number => a.order - b.order || byAge(a, b);
const byNewest = (a: UploadView, b: UploadView): number =>
  finishedAt(b) - finishedAt(a) || (a.id < b.id ? 1 : -1);

/**
 * Returns the lines of the Uploads list: uploads that need attention (newest first, then stuck files),
 * working and queued uploads (oldest first), waiting files, and finished uploads (newest first) with a
 * heading per local day.
 */
export function arrange(
  uploads: readonly UploadView[],
  folders: readonly FolderView[],
  search: string,
  { found, filter }: ListFilter = noFilter,
): readonly Line[] {
  const states = statesOf(filter);
  const groups: Record<Exclude<GroupKind, 'waiting'>, UploadView[]> = {
    attention: [],
    working: [],
    queued: [],
    day: [],
  };
  for (const upload of uploads) {
    if (states.length > 0 && !states.includes(upload.state)) continue;
    if (found.has(upload.id) || matchesUpload(search, upload)) groups[groupOf(upload.state)].push(upload);
  }
  const lines: Line[] = [];
  const heading = (group: GroupKind, day = 0): void => {
    lines.push({ kind: 'heading', key: `${group}:${day}`, group, day });
  };
  const add = (upload: UploadView): void => {
    lines.push({ kind: 'upload', key: upload.id, id: upload.id });
  };
  const section = (group: 'attention' | 'working' | 'queued', order: typeof byAge): void => {
    if (groups[group].length > 0) heading(group);
    for (const upload of groups[group].sort(order)) add(upload);
  };
  const files = waitingLines(folders, search);
  const stuck = files.filter(({ file }) => file.isStuck && isFileIn(file, filter));
  section('attention', byNewest);
  if (stuck.length > 0 && groups.attention.length === 0) heading('attention');
  lines.push(...stuck);
  section('working', byAge);
  section('queued', byOrder);
  const waiting = files.filter(({ file }) => !file.isStuck && isFileIn(file, filter));
  if (waiting.length > 0) heading('waiting');
  lines.push(...waiting);
  let day = Number.NaN;
  for (const upload of groups.day.sort(byNewest)) {
    const own = dayOf(finishedAt(upload));
    if (own !== day) {
      day = own;
      heading('day', day);
    }
    add(upload);
  }
  return lines;
}

/** Returns the number of listed uploads and waiting files of each filter. */
export function filterCounts(
  uploads: readonly UploadView[],
  folders: readonly FolderView[],
  search: string,
): readonly number[] {
  const found = uploads.filter((upload) => matchesUpload(search, upload));
  const files = waitingLines(folders, search);
  return stateFilters.map((filter) => {
    const states = statesOf(filter);
    const ofState = states.length === 0 ? found : found.filter(({ state }) => states.includes(state));
    return ofState.length + files.filter(({ file }) => isFileIn(file, filter)).length;
  });
}

const isFileIn = ({ isStuck }: WaitingFileView, filter: StateFilter): boolean =>
  filter === 'all' || filter === (isStuck ? 'attention' : 'working');

/** Returns the waiting files that require action by the user. */
export const stuckFiles = (folders: readonly FolderView[]): readonly WaitingFileView[] =>
  folders.flatMap(({ waiting }) => waiting.filter(({ isStuck }) => isStuck));

function waitingLines(
  folders: readonly FolderView[],
  search: string,
): readonly Extract<Line, { kind: 'waiting' }>[] {
  return folders
    .flatMap((folder) => folder.waiting.map((file) => ({ folder, file })))
    .filter(({ file }) => matches(search, [file.path]))
    .sort((a, b) => a.file.since - b.file.since)
    .map(({ folder, file }) => ({ kind: 'waiting', key: `waiting:${file.path}`, file, folder }));
}

/** Returns the sent fraction of all bytes, from 0 to 1. */
export function fractionOf(uploads: readonly UploadView[]): number {
  const sum = (of: (upload: UploadView) => number): number =>
    uploads.reduce((total, upload) => total + of(upload), 0);
  const total = sum(({ totalBytes }) => totalBytes);
  return total > 0 ? sum(({ sentBytes }) => sentBytes) / total : 0;
}

export type Totals = {
  readonly working: number;
  readonly queued: number;
  readonly bytesPerSecond: number;
  /** Estimated seconds until all active uploads finish; null until each speed is known. */
  readonly secondsLeft: number | null;
};

export function totalsOf(uploads: readonly UploadView[]): Totals {
  const totals = { working: 0, queued: 0, bytesPerSecond: 0 };
  let bytesLeft = 0;
  let steadySpeed = 0;
  for (const upload of uploads) {
    const group = groupOf(upload.state);
    if (group === 'day' || group === 'attention') continue;
    totals[group] += 1;
    if (upload.state === 'uploading') totals.bytesPerSecond += upload.bytesPerSecond ?? 0;
    const left = Math.max(0, upload.totalBytes - upload.sentBytes);
    if (upload.state === 'uploading' || upload.state === 'queued') bytesLeft += left;
    if (upload.state !== 'uploading' || upload.stall || left === 0) continue;
    steadySpeed += upload.secondsLeft ? left / upload.secondsLeft : Number.NaN;
  }
  return { ...totals, secondsLeft: steadySpeed > 0 ? bytesLeft / steadySpeed : null };
}
