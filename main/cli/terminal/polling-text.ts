import type { FolderView } from '../../core/views/folders.ts';

type PollingReason = Extract<FolderView['state'], { kind: 'polling' }>['reason'];

export const pollingTexts: Record<PollingReason, string> = {
  chosen: 'checked every few seconds, as chosen.',
  'network-share': 'checked every few seconds, because it is on another computer.',
  'no-watches-left':
    'checked every few seconds, because the system has no file watches left. On Linux raise fs.inotify.max_user_watches, for example: sudo sysctl fs.inotify.max_user_watches=524288 (and fs.inotify.max_user_instances, if that is the one used up).',
  'events-unreliable': 'checked every few seconds, because the system does not report changes reliably.',
};
