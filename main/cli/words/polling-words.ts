/** Why a folder is looked at again and again, in words for the terminal. */
import type { FolderView } from '../../core/view.ts';

type PollingReason = Extract<FolderView['state'], { kind: 'polling' }>['reason'];

export const pollingWords: Record<PollingReason, string> = {
  chosen: 'looked at every few seconds, as chosen.',
  'network-share': 'looked at every few seconds, because it lies on another computer.',
  'no-watches-left':
    'looked at every few seconds, because the system has no more watches to give. On Linux raise fs.inotify.max_user_watches, for example: sudo sysctl fs.inotify.max_user_watches=524288 (and fs.inotify.max_user_instances, if that is the one used up).',
  'no-hints': 'looked at every few seconds, because the system has trouble telling of changes.',
};
