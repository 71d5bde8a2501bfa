/**
 * State machine of an application update.
 *
 *   unchecked ──check──▶ checking ──up to date─────▶ current
 *                          │  └──newer──▶ available ──▶ downloading ──checked──▶ ready ──install──▶ (ends)
 *                          └─────────────── failed ◀──────────┘
 *   current, failed: checked again on request or after six hours
 */
import type { UpdatesView } from '../../../preload/contract.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Updates } from '../../bridge/host-abilities.ts';
import { shellErrors } from '../errors.ts';

/** Checks, downloads and installs updates. `download` resolves after the download is verified. */
export type UpdateEngine = {
  /** Returns the version in the feed if newer than this version, else null. */
  check(): Promise<string | null>;
  /** `progress` receives the percentage as an integer. */
  download(progress: (percent: number) => void): Promise<void>;
  /** Ends the process and starts the new version. The application must have stopped first. */
  install(): void;
  /** Prevents a ready update from being installed when this process ends. */
  postponeInstall(): void;
};

export type UpdateControl = Updates & {
  /** Postpones the installation, because a system shutdown leaves no time for it. */
  keepForLater(): void;
  /** Checks after one minute, then every six hours until stopped. */
  start(): void;
  stop(): void;
};

const firstCheckMs = 60_000;
const checkIntervalMs = 6 * 60 * 60_000;

type State = Pick<UpdatesView, 'state'> & Partial<Record<'next' | 'percent' | 'failure', unknown>>;

export function createUpdates(deps: {
  readonly engine: UpdateEngine;
  readonly version: string;
  /** Stops everything, then calls `act`, which must end the process. */
  readonly quitThen: (act: () => void) => void;
  readonly isUploading: () => boolean;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
}): UpdateControl {
  const { engine, version, clock } = deps;
  const log = deps.log.scope('updates');
  const events = new Events<{ changed: UpdatesView }>(log);
  let view: UpdatesView = { state: 'unchecked', version, checkedAt: null };
  let cancelTimer: (() => void) | null = null;

  const move = (state: State, checkedAt = view.checkedAt): void => {
    const from = view.state;
    view = { ...state, version, checkedAt } as UpdatesView;
    if (from !== view.state) log.info('Updates', { from, to: view.state });
    events.emit('changed', view);
  };
  const fail = (error: unknown): void => {
    log.warn('Could not download the update', { error });
    move({
      state: 'failed',
      failure: toFailure(shellErrors.updateFailed({ reason: reasonOf(error) }, { cause: error })),
    });
  };
  const download = async (next: string): Promise<void> => {
    try {
      await engine.download((percent) => {
        if (view.state !== 'downloading' || view.percent !== percent)
          move({ state: 'downloading', next, percent });
      });
      move({ state: 'ready', next });
    } catch (error) {
      fail(error);
    }
  };
  const check = async (): Promise<UpdatesView> => {
    const idle = view.state === 'unchecked' || view.state === 'current' || view.state === 'failed';
    if (!idle) return view;
    move({ state: 'checking' });
    try {
      const next = await engine.check();
      if (next === null) move({ state: 'current' }, clock.now());
      else {
        move({ state: 'available', next }, clock.now());
        void download(next);
      }
    } catch (error) {
      fail(error);
    }
    return view;
  };
  const scheduleCheck = (ms: number): void => {
    cancelTimer = clock.after(ms, () => {
      scheduleCheck(checkIntervalMs);
      void check();
    });
  };
  return {
    view: () => view,
    check,
    install: async () => {
      if (view.state !== 'ready') throw shellErrors.updateNotReady({});
      if (deps.isUploading()) throw shellErrors.updateWhileUploading({});
      deps.quitThen(() => engine.install());
    },
    onChange: (listener) => events.on('changed', listener),
    keepForLater: () => engine.postponeInstall(),
    start: () => scheduleCheck(firstCheckMs),
    stop: () => {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

/** Returns the first line of the message without its full stop; electron-updater appends whole responses. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').slice(0, 200).replace(/\.$/, '');
}
