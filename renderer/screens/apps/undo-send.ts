import type { VersionView } from '../../../preload/page.ts';
import { versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { useApp, useFormat, useIsBuiltIn } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useSendDelay } from '../../state/next-actions.ts';

/**
 * Returns the delay of mail about a version, and a function that offers to undo the send. `onExpired` runs
 * when the mail can no longer be undone. Only the built-in service delays mail.
 */
export function useUndoSend(accountId: string) {
  const app = useApp();
  const format = useFormat();
  const delay = useSendDelay(accountId);
  const delaySeconds = useIsBuiltIn(accountId) ? delay : 0;
  const undoSend = useCommand('apps.undoSend');
  const offerUndo = (sent: VersionView, onExpired: () => void = () => {}): void => {
    const { id: versionId, lastSendDateTimeUtc: at } = sent;
    const what = `${sent.applicationName} ${versionLabel(sent)}`;
    if (delaySeconds === 0 || at === null) {
      onExpired();
      return;
    }
    app.undo.offer({
      text: (left) => t('common.mailLeaves', { what, time: format.duration(left) }),
      undo: () => undoSend.mutateAsync({ versionId, at }),
      seconds: delaySeconds,
      onExpired,
    });
  };
  return { delaySeconds, offerUndo };
}
