/**
 * A newer Slipway's way onto this computer.
 *
 *   unchecked ──check──▶ checking ──nothing newer──▶ current
 *                          │  └──newer──▶ available ──▶ downloading ──checked──▶ ready ──install──▶ (ends)
 *                          └─────────────── failed ◀──────────┘
 *   current, failed: check again, by hand or some hours later
 */
import type { UpdatesView } from '../../../preload/contract.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import type { Updates } from '../../bridge/host-abilities.ts';
import { shellErrors } from '../errors.ts';

/** Reads the feed, downloads and puts in place. What is downloaded is checked before `download` resolves. */
export type UpdateEngine = {
  /** The version of the feed when it is newer than the one that runs. */
  look(): Promise<string | null>;
  /** `progress`: whole percent. */
  download(progress: (percent: number) => void): Promise<void>;
  /** Ends the process and starts the newer one. The application must have stopped: nothing of it waits any more. */
  install(): void;
  /** What is ready is not put in place when this one ends. */
  keepForLater(): void;
};

export type UpdateControl = Updates & {
  /** The computer is being shut down: nothing may be put in place in the time that is left. */
  keepForLater(): void;
  /** Looks soon, and again every few hours, until it is stopped. */
  start(): void;
  stop(): void;
};

const firstLookMs = 60_000;
const lookEveryMs = 6 * 60 * 60_000;

type State = Pick<UpdatesView, 'state'> & Partial<Record<'next' | 'percent' | 'failure', unknown>>;

export function createUpdates(deps: {
  readonly engine: UpdateEngine;
  readonly version: string;
  /** Quits in order, and lets `act` end the process. */
  readonly quitThen: (act: () => void) => void;
  /** True while bytes or answers of builds are on their way. */
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
    log.warn('The update could not be downloaded', { error });
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
    const resting = view.state === 'unchecked' || view.state === 'current' || view.state === 'failed';
    if (!resting) return view;
    move({ state: 'checking' });
    try {
      const next = await engine.look();
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
  const lookAfter = (ms: number): void => {
    cancelTimer = clock.after(ms, () => {
      lookAfter(lookEveryMs);
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
    keepForLater: () => engine.keepForLater(),
    start: () => lookAfter(firstLookMs),
    stop: () => {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

/** The first line is for people; electron-updater adds whole answers of servers behind it. No full stop: a sentence goes on. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').slice(0, 200).replace(/\.$/, '');
}
