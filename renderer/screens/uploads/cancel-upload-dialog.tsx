import type { UploadView } from '../../../preload/contract.ts';
import { displayName } from '../../logic/uploads.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useAsk } from '../../state/calls.ts';
import { words } from '../../words/uploads.ts';

type Props = { readonly upload: UploadView; readonly onClose: () => void };

/** What the Delete key asks about an upload that is on its way. */
export function CancelUploadDialog({ upload, onClose }: Props) {
  const cancel = useAsk('uploads.cancel', onClose);
  return (
    <Confirm
      title={words.cancelTitle(displayName(upload))}
      text={words.cancelText}
      button={words.cancelButton}
      busyButton={words.cancelling}
      safeButton={words.keepGoing}
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ id: upload.id })}
    />
  );
}
