import type { LocalClient } from '../../bridge/local/local-client.ts';
import { byteSizeText, speedText } from '../../messages/byte-size.ts';
import { textOf } from '../../messages/text.ts';
import {
  displayTitle,
  isNotInstallable,
  platformText,
  requiredHardware,
} from '../../packages/package-info.ts';
import {
  type AccountBlock,
  isNetworkFailure,
  stableStates,
  type UploadState,
  type UploadView,
} from '../../uploads/upload-view.ts';
import type { Style } from '../terminal/colour.ts';
import { formatDuration, plainText } from '../terminal/format.ts';
import { progressLine, progressText } from '../terminal/progress-bar.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { limitNetworkWait } from './network-limit.ts';

type Filter = {
  readonly wanted: (upload: UploadView) => boolean;
  readonly accountIds: ReadonlySet<string>;
};

const plainEveryMs = 10_000;

export type UploadDisplay = {
  add(upload: UploadView): void;
  /** Reports each new account block once. */
  showBlocks(blocks: readonly AccountBlock[]): void;
  stop(): void;
};

/**
 * Shows the uploads that `wanted` accepts, and blocks of `accountIds`: as progress bars on a terminal, else
 * as lines. Calls `onFinished` once per upload.
 */
export function followUploads(
  client: LocalClient,
  terminal: Terminal,
  { wanted, accountIds }: Filter,
  onFinished: (upload: UploadView) => void,
): UploadDisplay {
  const blocked = new Set<string>();
  const showBlocks = (all: readonly AccountBlock[]): void => {
    const blocks = all.filter(({ accountId }) => accountIds.has(accountId));
    for (const { accountId, failure, until } of blocks) {
      const again = until === null ? '' : ` Slipway tries again${timeText(until)}.`;
      if (!blocked.has(accountId))
        terminal.print(`Uploads are waiting. ${plainText(textOf(failure))}${again}`);
    }
    blocked.clear();
    for (const { accountId } of blocks) blocked.add(accountId);
  };
  const uploads = new Map<string, UploadView>();
  const notedAt = new Map<string, number>();
  const redraw = (): void => {
    if (!terminal.live) return;
    const moving = [...uploads.values()].filter((upload) => upload.state === 'uploading');
    terminal.draw(moving.map((upload) => progressLine(upload, terminal.width())));
  };
  const change = (upload: UploadView): void => {
    if (!uploads.has(upload.id) && !wanted(upload)) return;
    const before = uploads.get(upload.id);
    if (before && isFinished(before)) return;
    uploads.set(upload.id, upload);
    const line = before?.state === upload.state ? null : stateLine(upload, terminal.live);
    if (line !== null) terminal.print(line, styleOf(upload));
    if (isFinished(upload)) onFinished(upload);
    redraw();
  };
  let waiting: string | null = null;
  const stops = [
    client.on('uploads.blocks', showBlocks),
    client.on('uploads.changed', change),
    client.on('network.changed', ({ connection }) => {
      const before = waiting;
      waiting = connection.waiting ? textOf(connection.waiting) : null;
      if (waiting !== null && waiting !== before) terminal.note(waiting);
    }),
    client.on('uploads.progress', (progress) => {
      const upload = uploads.get(progress.id);
      if (!upload || isFinished(upload)) return;
      const now = { ...upload, ...progress };
      uploads.set(upload.id, now);
      if (terminal.live) return redraw();
      const last = notedAt.get(upload.id) ?? upload.addedAt;
      if (Date.now() - last < plainEveryMs) return;
      notedAt.set(upload.id, Date.now());
      terminal.note(`${plainText(upload.fileName)}: ${progressText(now).trim()}`);
    }),
  ];
  return {
    add: change,
    showBlocks,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Waits until each upload has finished or is blocked; returns the uploads in the given order. Unless
 * `endless`, stops waiting for an upload after about two minutes of network errors. Rejects if the connection
 * is lost or `signal` is aborted.
 */
export async function waitForUploads(
  client: LocalClient,
  terminal: Terminal,
  uploads: readonly UploadView[],
  { signal, endless }: { readonly signal: AbortSignal; readonly endless: boolean },
): Promise<readonly UploadView[]> {
  const last = new Map<string, UploadView>();
  let blocked: ReadonlySet<string> | null = null;
  const all = Promise.withResolvers<void>();
  const check = (): void => {
    const views = uploads.map(({ id }) => last.get(id));
    const isBlocked = ({ block, accountId }: UploadView): boolean =>
      block !== null && blocked?.has(accountId) === true;
    if (views.every((view) => view && (isFinished(view) || isBlocked(view) || network.isGivenUp(view))))
      all.resolve();
  };
  const network = limitNetworkWait(endless, check);
  const onAbort = (): void => all.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const ids = new Set(uploads.map((upload) => upload.id));
  const followed = followUploads(
    client,
    terminal,
    {
      wanted: (upload) => ids.has(upload.id),
      accountIds: new Set(uploads.map(({ accountId }) => accountId)),
    },
    () => undefined,
  );
  const stops = [
    client.on('uploads.changed', (upload) => {
      if (ids.has(upload.id)) last.set(upload.id, upload);
      check();
    }),
    client.on('uploads.blocks', (blocks) => {
      blocked = new Set(blocks.map((block) => block.accountId));
      check();
    }),
    followed.stop,
    network.stop,
  ];
  try {
    signal.throwIfAborted();
    const now = new Map((await client.call('uploads.list', {})).map((upload) => [upload.id, upload]));
    for (const upload of uploads) {
      const view = last.get(upload.id) ?? now.get(upload.id) ?? upload;
      last.set(upload.id, view);
      followed.add(view);
    }
    const blocks = await client.call('uploads.blocks', {});
    // Events received during the call are newer than its result.
    if (blocked === null) {
      blocked = new Set(blocks.map((block) => block.accountId));
      followed.showBlocks(blocks);
    }
    check();
    await Promise.race([all.promise, client.lost]);
    return uploads.map((upload) => last.get(upload.id) ?? upload);
  } finally {
    signal.removeEventListener('abort', onAbort);
    for (const stop of stops) stop();
  }
}

/** Returns a title such as `Field Notes 2.4.1 (1187) for Android`; until the build is read, the file name. */
export function buildTitle({ package: info, fileName }: UploadView): string {
  if (!info) return plainText(fileName);
  return plainText(
    `${displayTitle(info.name ?? info.id, info)} for ${platformText(info.platform, requiredHardware(info))}`,
  );
}

/** Returns size, duration and speed from the timeline; null if it contains no complete transfer. */
export function uploadFigures(upload: UploadView): string | null {
  const at = (event: string): number | undefined =>
    upload.timeline.findLast((entry) => entry.event === event)?.at;
  const [from, to] = [at('uploading'), at('uploaded')];
  if (from === undefined || to === undefined || to < from) return null;
  // Only a part of the file was sent in this time.
  if ((at('resumed') ?? 0) >= from) return null;
  const seconds = Math.max(0.001, (to - from) / 1000);
  const time = seconds < 10 ? `${seconds.toFixed(seconds < 1 ? 2 : 1)} s` : formatDuration(seconds);
  const size = byteSizeText(upload.totalBytes);
  if (upload.deltaBytes !== null) return `${size}, ${byteSizeText(upload.deltaBytes)} sent in ${time}`;
  return `${size} in ${time}, ${speedText(upload.totalBytes / seconds)}`;
}

export function stateText(upload: UploadView): string {
  const reason = upload.failure ?? upload.block;
  return reason === null
    ? textOf(upload.stateLabel)
    : `${textOf(upload.stateLabel)}: ${plainText(textOf(reason))}`;
}

const stateStyles: Readonly<Partial<Record<UploadState, Style>>> = {
  done: 'green',
  failed: 'red',
  retrying: 'yellow',
  asking: 'yellow',
};

const styleOf = ({ state, package: info }: UploadView): Style | undefined =>
  stateStyles[state === 'done' && isNotInstallable(info) ? 'asking' : state];

/** Returns null for steps too short to report. */
function stateLine(upload: UploadView, live: boolean): string | null {
  const title = buildTitle(upload);
  switch (upload.state) {
    case 'ready':
      if (mayBeDuplicate(upload)) return `${title}: not uploaded, the service may have it already`;
      return `${title}: ready, waiting for your confirmation in Slipway`;
    case 'queued':
      return `${title}: queued (${byteSizeText(upload.totalBytes)})`;
    case 'uploading':
      return live ? null : `${title}: uploading`;
    case 'retrying':
      return `${title}: ${retryText(upload)}.${reasonText(upload)}`;
    case 'paused':
      return `${title}: paused`;
    case 'done':
      return `${title}: ${doneText(upload)}${figuresText(upload)}`;
    case 'already-there':
      return `${title}: already there${upload.target ? ` (version ${upload.target.versionId})` : ''}, not sent again`;
    case 'asking':
      return `${title}: uploaded, but not sent. ${sendWarningsText(upload)} Upload it again with --send-anyway to send it anyway.`;
    case 'failed':
      return `${title}: failed.${reasonText(upload)}`;
    case 'cancelled':
      return `${title}: cancelled`;
    case 'confirming':
      return `${title}: checking whether it arrived`;
    case 'activating':
    case 'sending':
    case 'cleaning':
      return null;
  }
}

/** Returns true if the upload waits because versions on the service may be the same build. */
export function mayBeDuplicate({ state, notes }: UploadView): boolean {
  return state === 'ready' && notes.some(({ code }) => code === 'note/mayBeThere');
}

function doneText({ area, activate, target, stateLabel, package: info }: UploadView): string {
  if (isNotInstallable(info)) return `on the service. ${textOf(stateLabel)}`;
  if (activate || area === 'appstore' || target === null) return 'done';
  return `on the service, not active; “slipway activate ${target.versionId}” activates it`;
}

function figuresText(upload: UploadView): string {
  const figures = uploadFigures(upload);
  return figures === null ? '' : ` (${figures})`;
}

function sendWarningsText(upload: UploadView): string {
  return plainText(upload.sendWarnings.map((warning) => textOf(warning)).join(' '));
}

function reasonText({ failure }: UploadView): string {
  return failure === null ? '' : ` ${plainText(textOf(failure))}`;
}

function retryText(upload: UploadView): string {
  const { failure } = upload;
  if (upload.retryStep === 'confirm') return `checking again whether it arrived${retryTime(upload)}`;
  const orSooner = failure && isNetworkFailure(failure) ? ', or immediately when the network is back' : '';
  return `trying again${retryTime(upload)}${orSooner}`;
}

function retryTime({ retryAt }: UploadView): string {
  return retryAt === null ? '' : timeText(retryAt);
}

function timeText(at: number): string {
  return ` at ${new Date(at).toLocaleTimeString()}`;
}

function isFinished({ state }: UploadView): boolean {
  return stableStates.includes(state);
}
