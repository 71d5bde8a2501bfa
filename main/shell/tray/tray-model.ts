import type { AccountBlock, ServiceStatus, UploadView } from '../../../preload/page.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { stableStates } from '../../uploads/upload-view.ts';
import { buildName } from './build-text.ts';

export type TrayIcon = 'idle' | 'working' | 'paused' | 'attention';

export type TrayModel = {
  readonly icon: TrayIcon;
  /** Status without progress, so that it rarely changes. Each change would replace the open menu. */
  readonly status: string;
  readonly detail: string;
  /** Newest first, at most five. */
  readonly builds: readonly TrayBuild[];
  readonly paused: boolean;
};

export type TrayBuild = {
  readonly id: string;
  readonly label: string;
  readonly installLink: string | null;
  readonly canRetry: boolean;
};

const buildsShown = 5;

/** Returns the state of the built-in service: `Built-in service: http://192.168.1.5:8080`. */
export function serviceLine({ state, url }: ServiceStatus, { translate }: Translator): string {
  const text = {
    running: url ?? translate('tray/serviceRunning'),
    starting: translate('tray/serviceStarting'),
    stopping: translate('tray/serviceStopped'),
    stopped: translate('tray/serviceStopped'),
    failed: translate('tray/serviceFailed'),
  }[state];
  return translate('tray/service', { state: text });
}

/** Returns the icon's file name: a template image on macOS, a multi-size icon on Windows. */
export function trayFile(icon: TrayIcon, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return `${icon}Template.png`;
  return platform === 'win32' ? `${icon}.ico` : `${icon}.png`;
}

export function trayModel(
  uploads: readonly UploadView[],
  paused: boolean,
  blocks: readonly AccountBlock[] = [],
  words: Translator = translatorOf('en'),
): TrayModel {
  const failed = uploads.filter((upload) => upload.state === 'failed');
  const asking = uploads.filter(({ state }) => state === 'asking' || state === 'ready');
  const working = uploads.filter((upload) => !stableStates.includes(upload.state));
  const counts = { failed: failed.length, asking: asking.length, working: working.length, blocks };
  const newest = [...uploads].sort((a, b) => lastChangedAt(b) - lastChangedAt(a)).slice(0, buildsShown);
  return {
    icon: iconOf(counts, paused),
    status: statusOf(counts, paused, newest[0], '', words),
    detail: statusOf(counts, paused, newest[0], progressOf(working), words),
    builds: newest.map((upload) => ({
      id: upload.id,
      label: `${buildName(upload)}: ${upload.stateLabel}`,
      installLink: upload.target?.installLink ?? null,
      canRetry: upload.state === 'failed' || upload.state === 'cancelled' || upload.state === 'retrying',
    })),
    paused,
  };
}

type Counts = {
  readonly failed: number;
  readonly asking: number;
  readonly working: number;
  readonly blocks: readonly AccountBlock[];
};

function iconOf({ failed, asking, working, blocks }: Counts, paused: boolean): TrayIcon {
  if (failed + asking + blocks.length > 0) return 'attention';
  if (paused) return 'paused';
  return working > 0 ? 'working' : 'idle';
}

function statusOf(
  { failed, asking, working, blocks }: Counts,
  paused: boolean,
  newest: UploadView | undefined,
  progress: string,
  { translate }: Translator,
): string {
  const parts: string[] = [];
  if (failed > 0) parts.push(translate('tray/failed', { count: failed }));
  if (asking > 0) parts.push(translate('tray/asking', { count: asking }));
  for (const text of new Set(blocks.map((block) => blockText(block, translate)))) parts.push(text);
  if (paused)
    parts.push(working > 0 ? translate('tray/pausedWith', { count: working }) : translate('tray/paused'));
  else if (working > 0 && blocks.length === 0)
    parts.push(translate('tray/uploading', { count: working }) + progress);
  if (parts.length > 0) return parts.join(' · ');
  return newest ? translate('tray/everyOut') : translate('tray/waiting');
}

function blockText({ failure }: AccountBlock, translate: Translator['translate']): string {
  return failure.remedy === 'sign-in' ? translate('tray/waitSignIn') : translate('tray/waitFull');
}

/** Returns the stall label if all transfers have the same label; otherwise the progress in percent. */
function progressOf(working: readonly UploadView[]): string {
  const uploading = working.filter(({ state }) => state === 'uploading');
  const [label, ...others] = new Set(uploading.map(({ stall, stateLabel }) => (stall ? stateLabel : null)));
  return label && others.length === 0 ? ` · ${label}` : percent(working);
}

/** Rounds down, so that 100 % never shows early. */
function percent(working: readonly UploadView[]): string {
  const total = working.reduce((sum, upload) => sum + upload.totalBytes, 0);
  const sent = working.reduce((sum, upload) => sum + upload.sentBytes, 0);
  return total > 0 && sent > 0 ? ` · ${Math.floor((100 * sent) / total)} %` : '';
}

const lastChangedAt = (upload: UploadView): number => upload.finishedAt ?? upload.addedAt;
