/** Says in the system's own way what became of a build. */
import type { Notification, NotificationConstructorOptions } from 'electron';
import type { BridgeHost } from '../bridge/bridge.ts';
import { type AccountHold, type Log, restingStates, type UploadView } from '../core.ts';
import {
  holdNotice,
  kindOf,
  type Notice,
  type NoticeHistory,
  type NoticeKind,
  nextNotice,
  noNotices,
  noticeOf,
} from './notices.ts';

export type NotificationOptions = {
  readonly bridge: Pick<BridgeHost, 'onEvent'>;
  /** Uploads there were at the start: only what comes to rest after it is said. */
  readonly uploads: readonly UploadView[];
  readonly make: (options: NotificationConstructorOptions) => Notification;
  /** False while the person has switched these off, or the system shows none. */
  readonly wanted: (kind: NoticeKind) => boolean;
  /** Leads to the upload; null leads to the list. */
  readonly open: (uploadId: string | null) => void;
  /** A button of a question was pressed. */
  readonly answer: (uploadId: string, yes: boolean) => void;
  readonly now: () => number;
  readonly log: Log;
};

/** Starts listening; the returned function stops and takes back what is still shown. */
export function startNotifications(options: NotificationOptions): () => void {
  const resting = new Set(options.uploads.filter(isResting).map((upload) => upload.id));
  const shown = new Set<Notification>();
  let history: NoticeHistory = noNotices;

  const say = (upload: UploadView): void => {
    const notice = noticeOf(upload);
    if (!notice || !options.wanted(kindOf(upload))) return;
    const step = nextNotice(history, notice, kindOf(upload), options.now());
    history = step.history;
    if (step.replaceEarlier) closeAll(shown);
    show(step.show);
  };
  const show = ({ title, body, uploadId, answers }: Notice): void => {
    const actions = answers.map(({ text }) => ({ type: 'button' as const, text }));
    const notification = options.make({ title, body, actions });
    shown.add(notification);
    notification.on('click', () => options.open(uploadId));
    notification.on('action', (_event, index) => {
      const pressed = answers[index];
      if (pressed && uploadId !== null) options.answer(uploadId, pressed.yes);
    });
    notification.on('close', () => shown.delete(notification));
    notification.on('failed', (_event, error) =>
      options.log.warn('A notification could not be shown', { error }),
    );
    notification.show();
  };

  let held: ReadonlySet<string> = new Set();
  const sayHolds = (holds: readonly AccountHold[]): void => {
    const fresh = holds.filter((hold) => !held.has(hold.accountId));
    held = new Set(holds.map((hold) => hold.accountId));
    if (options.wanted('failed')) for (const hold of fresh) show(holdNotice(hold));
  };

  const stop = options.bridge.onEvent((name, value) => {
    if (name === 'uploads.holds') sayHolds(value as readonly AccountHold[]);
    if (name !== 'uploads.changed') return;
    const upload = value as UploadView;
    if (!isResting(upload)) {
      resting.delete(upload.id);
      return;
    }
    if (resting.has(upload.id)) return;
    resting.add(upload.id);
    say(upload);
  });
  return () => {
    stop();
    closeAll(shown);
  };
}

const isResting = (upload: UploadView): boolean => restingStates.includes(upload.state);

function closeAll(shown: Set<Notification>): void {
  for (const notification of [...shown]) notification.close();
  shown.clear();
}
