/** Shows system notifications for uploads that complete, fail or need an answer. */

import type { Notification, NotificationConstructorOptions } from 'electron';
import type { AccountBlock, UploadView } from '../../../preload/page.ts';
import type { Log } from '../../base/log/log.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { stableStates } from '../../uploads/upload-view.ts';
import { screenLink } from '../links.ts';
import type { PageEvents } from '../window/page-events.ts';
import {
  blockNotice,
  kindOf,
  type Notice,
  type NoticeButton,
  type NoticeHistory,
  type NoticeKind,
  nextNotice,
  noNotices,
  noticeOf,
} from './notices.ts';
import { pressedButton, toastXml } from './toast.ts';

export type NotificationOptions = {
  readonly bridge: PageEvents;
  /** Uploads at start. Uploads that have already stopped are not reported. */
  readonly uploads: readonly UploadView[];
  readonly platform: NodeJS.Platform;
  readonly make: (options: NotificationConstructorOptions) => Notification;
  /** Notifications of earlier runs still in the notification centre; macOS only. */
  readonly earlier: () => Promise<readonly Notification[]>;
  /** Reports pressed toast buttons, including toasts of earlier runs; Windows only. */
  readonly onActivation: (listener: (given: string) => void) => void;
  /** False if the user disabled this kind or the system shows no notifications. */
  readonly wanted: (kind: NoticeKind) => boolean;
  /** Opens the upload; null opens the list. */
  readonly open: (uploadId: string | null) => void;
  readonly act: (uploadId: string, act: NoticeButton['act']) => void;
  readonly now: () => number;
  /** Translator of the current language. Defaults to English. */
  readonly words?: () => Translator;
  readonly log: Log;
};

/** Notifications to keep referenced: garbage-collected ones report no clicks, and macOS removes them. */
const maxReferenced = 100;

const idPrefix = 'upload:';

/** Returns the upload id from a macOS notification id; null if it has none. */
export function uploadIn(id: string): string | null {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : null;
}

export function startNotifications(options: NotificationOptions): () => void {
  const stopped = new Set(options.uploads.filter(isResting).map((upload) => upload.id));
  const referenced: Notification[] = [];
  const translator = options.words ?? (() => translatorOf('en'));
  let burst: Notification[] = [];
  let history: NoticeHistory = noNotices;

  const reference = (notification: Notification, uploadId: string | null): void => {
    referenced.push(notification);
    if (referenced.length > maxReferenced) referenced.shift();
    notification.on('click', () => options.open(uploadId));
    notification.on('failed', (_event, error) =>
      options.log.warn('Could not show a notification', { error }),
    );
  };
  const show = (notice: Notice): Notification => {
    const { uploadId, buttons } = notice;
    const notification = options.make(appearance(notice, options.platform, translator()));
    reference(notification, uploadId);
    notification.on('action', ({ actionIndex }) => {
      const pressed = buttons[actionIndex];
      if (pressed && uploadId !== null) options.act(uploadId, pressed.act);
    });
    notification.show();
    return notification;
  };
  const notify = (upload: UploadView): void => {
    const notice = noticeOf(upload, translator());
    const kind = kindOf(upload);
    if (!notice || !options.wanted(kind)) return;
    const step = nextNotice(history, notice, kind, options.now(), translator());
    history = step.history;
    if (step.replaceEarlier) closeAll(burst);
    if (step.replaceEarlier || step.history.recent.length === 1) burst = [];
    burst.push(show(step.show));
  };
  let blocked: ReadonlySet<string> = new Set();
  const notifyBlocks = (blocks: readonly AccountBlock[]): void => {
    const fresh = blocks.filter((block) => !blocked.has(block.accountId));
    blocked = new Set(blocks.map((block) => block.accountId));
    if (options.wanted('failed')) for (const block of fresh) show(blockNotice(block, translator()));
  };
  const stop = options.bridge.onEvent((name, value) => {
    if (name === 'uploads.blocks') notifyBlocks(value as readonly AccountBlock[]);
    if (name !== 'uploads.changed') return;
    const upload = value as UploadView;
    if (!isResting(upload)) {
      stopped.delete(upload.id);
      return;
    }
    if (stopped.has(upload.id)) return;
    stopped.add(upload.id);
    notify(upload);
  });
  options.onActivation((given) => {
    const pressed = pressedButton(given);
    if (pressed) options.act(pressed.uploadId, pressed.act);
  });
  options
    .earlier()
    .then((earlier) => {
      for (const notification of earlier) {
        const uploadId = uploadIn(notification.id);
        if (uploadId !== null) reference(notification, uploadId);
      }
    })
    .catch((error: unknown) => options.log.warn('Could not read earlier notifications', { error }));
  return () => {
    stop();
    // On Linux, clicking a notification cannot start Slipway again after it has quit.
    if (options.platform === 'linux') closeAll(referenced);
  };
}

/** Returns the options of a notification. On macOS, its id contains the upload id for later runs. */
function appearance(
  { title, body, uploadId, buttons }: Notice,
  platform: NodeJS.Platform,
  { translate }: Translator,
): NotificationConstructorOptions {
  const plain = { title, body };
  if (platform === 'win32') {
    const link = uploadId === null ? screenLink('uploads') : screenLink('uploads', uploadId);
    return {
      ...plain,
      toastXml: toastXml({ ...plain, link, openText: translate('notice/open'), uploadId, buttons }),
    };
  }
  if (platform !== 'darwin') return plain;
  const actions = buttons.map(({ text }) => ({ type: 'button' as const, text }));
  return { ...plain, actions, ...(uploadId === null ? {} : { id: idPrefix + uploadId }) };
}

const isResting = (upload: UploadView): boolean => stableStates.includes(upload.state);

function closeAll(shown: readonly Notification[]): void {
  for (const notification of shown) notification.close();
}
