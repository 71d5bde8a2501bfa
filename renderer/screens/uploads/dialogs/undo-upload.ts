import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { useSendDelay } from '../../../state/next-actions.ts';

/** Delay of the mail of uploads, and a function that offers to cancel uploads until their mail leaves. */
export function useUndoUpload(accountId: string) {
  const app = useApp();
  const delaySeconds = useSendDelay(accountId);
  const undoSend = useCommand('uploads.undoSend');
  const offerUndo = (ids: readonly string[], text: string, afterwards?: () => Promise<unknown>): void => {
    if (delaySeconds === 0) return;
    const undo = async (): Promise<void> => {
      for (const id of ids) await undoSend.mutateAsync({ id });
      await afterwards?.();
    };
    app.undo.offer({ text, undo, seconds: delaySeconds });
  };
  return { delaySeconds, offerUndo };
}
