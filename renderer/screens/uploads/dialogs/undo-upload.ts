import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { useSendDelay } from '../../../state/next-actions.ts';
import type { Undoable } from '../../../state/undo.ts';

/** Returns the mail delay of uploads, and a function that offers Undo until their mail is sent. */
export function useUndoUpload(accountId: string) {
  const app = useApp();
  const delaySeconds = useSendDelay(accountId);
  const undoSend = useCommand('uploads.undoSend');
  const offerUndo = (
    ids: readonly string[],
    text: Undoable['text'],
    afterwards?: () => Promise<unknown>,
  ): void => {
    if (delaySeconds === 0) return;
    const undo = async (): Promise<void> => {
      // An upload that can no longer be undone does not prevent undoing the others.
      const undone = await Promise.allSettled(ids.map((id) => undoSend.mutateAsync({ id })));
      for (const result of undone) if (result.status === 'rejected') throw result.reason;
      await afterwards?.();
    };
    app.undo.offer({ text, undo, seconds: delaySeconds });
  };
  return { delaySeconds, offerUndo };
}
