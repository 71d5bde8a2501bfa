/** What the tray shows, from the uploads. Pure. */
import { type AccountHold, restingStates, type UploadView } from '../core.ts';
import { buildName, count } from './build-words.ts';

export type TrayIcon = 'idle' | 'working' | 'paused' | 'attention';

export type TrayModel = {
  readonly icon: TrayIcon;
  /** One line that answers "is my build out?"; changes only when a build changes its state. */
  readonly status: string;
  /** The same with how far the uploads are. */
  readonly detail: string;
  /** Newest first, at most five. */
  readonly builds: readonly { readonly id: string; readonly label: string }[];
  readonly paused: boolean;
};

const buildsShown = 5;

export function trayModel(
  uploads: readonly UploadView[],
  paused: boolean,
  holds: readonly AccountHold[] = [],
): TrayModel {
  const failed = uploads.filter((upload) => upload.state === 'failed');
  const asking = uploads.filter(({ state }) => state === 'asking' || state === 'ready');
  const working = uploads.filter((upload) => !restingStates.includes(upload.state));
  const counts = { failed: failed.length, asking: asking.length, working: working.length, holds };
  const newest = [...uploads].sort((a, b) => lastMoved(b) - lastMoved(a)).slice(0, buildsShown);
  return {
    icon: iconOf(counts, paused),
    status: statusOf(counts, paused, newest[0], ''),
    detail: statusOf(counts, paused, newest[0], percent(working)),
    builds: newest.map((upload) => ({
      id: upload.id,
      label: `${buildName(upload)}: ${upload.stateWords}`,
    })),
    paused,
  };
}

type Counts = {
  readonly failed: number;
  readonly asking: number;
  readonly working: number;
  readonly holds: readonly AccountHold[];
};

function iconOf({ failed, asking, working, holds }: Counts, paused: boolean): TrayIcon {
  if (failed + asking + holds.length > 0) return 'attention';
  if (paused) return 'paused';
  return working > 0 ? 'working' : 'idle';
}

function statusOf(
  { failed, asking, working, holds }: Counts,
  paused: boolean,
  newest: UploadView | undefined,
  progress: string,
): string {
  const parts: string[] = [];
  if (failed > 0) parts.push(`${count(failed, 'build')} not uploaded`);
  if (asking > 0) parts.push(`${count(asking, 'build waits', 'builds wait')} for your answer`);
  for (const words of new Set(holds.map(holdWords))) parts.push(words);
  if (paused) parts.push(working > 0 ? `Paused with ${count(working, 'build')} waiting` : 'Paused');
  else if (working > 0 && holds.length === 0) parts.push(`Uploading ${count(working, 'build')}${progress}`);
  if (parts.length > 0) return parts.join(' · ');
  return newest ? 'Every build is out' : 'Waiting for builds';
}

function holdWords({ failure }: AccountHold): string {
  return failure.remedy === 'sign-in' ? 'Uploads wait for a sign-in' : 'Uploads wait: the service is full';
}

/** Of all bytes that are on their way; rounded down, so that it never says 100 % too early. */
function percent(working: readonly UploadView[]): string {
  const total = working.reduce((sum, upload) => sum + upload.totalBytes, 0);
  const sent = working.reduce((sum, upload) => sum + upload.sentBytes, 0);
  return total > 0 && sent > 0 ? ` · ${Math.floor((100 * sent) / total)} %` : '';
}

const lastMoved = (upload: UploadView): number => upload.finishedAt ?? upload.addedAt;
