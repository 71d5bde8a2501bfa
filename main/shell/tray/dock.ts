/** Updates dock, taskbar and sleep blocker from the uploads. */
import { join } from 'node:path';
import { app, type BrowserWindow, nativeImage, powerSaveBlocker } from 'electron';
import type { Translator } from '../../messages/translator.ts';
import { assetsDir } from '../paths.ts';
import type { PageEvents } from '../window/page-events.ts';
import { type DockModel, dockModel, nextBatch } from './dock-model.ts';
import { followUploads, type UploadsState } from './uploads-feed.ts';

export type Dock = {
  /** Must be called when a window is shown, because Windows then creates a new taskbar button. */
  redraw(): void;
  stop(): void;
};

export function startDock(options: {
  readonly bridge: PageEvents;
  readonly start: UploadsState;
  readonly window: () => BrowserWindow | null;
  readonly words: () => Translator;
}): Dock {
  const sleep = createSleepBlocker();
  let batch: ReadonlySet<string> = new Set();
  let shown: DockModel | null = null;
  const draw = (now: UploadsState): void => {
    batch = nextBatch(batch, now.uploads);
    const model = dockModel(now.uploads, batch, now.paused, now.blocks);
    if (model.failures !== shown?.failures) drawFailures(model, options.window(), options.words());
    if (JSON.stringify(model.progress) !== JSON.stringify(shown?.progress)) {
      drawProgress(model, options.window());
    }
    sleep.set(model.busy);
    shown = model;
  };
  draw(options.start);
  const stop = followUploads(options.bridge, options.start, draw);
  return {
    redraw: () => {
      if (shown === null) return;
      drawFailures(shown, options.window(), options.words());
      drawProgress(shown, options.window());
    },
    stop: () => {
      stop();
      sleep.set(false);
      app.setBadgeCount(0);
    },
  };
}

function drawFailures(
  { failures }: DockModel,
  window: BrowserWindow | null,
  { translate }: Translator,
): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(failures);
    return;
  }
  const mark = failures === 0 ? null : nativeImage.createFromPath(join(assetsDir(), 'overlay', 'failed.png'));
  window?.setOverlayIcon(mark, failures === 0 ? '' : translate('tray/failed', { count: failures }));
}

function drawProgress({ progress }: DockModel, window: BrowserWindow | null): void {
  if (progress === null) window?.setProgressBar(-1);
  // For values above 1, Electron shows an indeterminate bar.
  else
    window?.setProgressBar(progress.value ?? 2, {
      mode: progress.value === null ? 'indeterminate' : progress.mode,
    });
}

/** Prevents system sleep; the display may turn off. */
function createSleepBlocker(): { set(wanted: boolean): void } {
  let blocker: number | null = null;
  return {
    set: (wanted) => {
      if (wanted) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
      else if (blocker !== null) {
        powerSaveBlocker.stop(blocker);
        blocker = null;
      }
    },
  };
}
