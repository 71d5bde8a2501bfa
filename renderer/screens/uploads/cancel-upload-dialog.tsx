import type { UploadView } from '../../../preload/page.ts';
import { displayName } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { useAsk } from '../../state/calls.ts';

type Props = { readonly upload: UploadView; readonly onClose: () => void };

/** What the Delete key asks about an upload that is on its way. */
export function CancelUploadDialog({ upload, onClose }: Props) {
  const cancel = useAsk('uploads.cancel', onClose);
  return (
    <Confirm
      title={t('uploads.cancelTitle', { name: displayName(upload) })}
      text={t('uploads.cancelText')}
      button={t('uploads.cancelButton')}
      busyButton={t('uploads.cancelling')}
      safeButton={t('uploads.keepGoing')}
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ id: upload.id })}
    />
  );
}
