import type { UploadView } from '../../../../preload/page.ts';
import { displayName } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { ConfirmCall } from '../../confirm-call.tsx';

type Props = { readonly upload: UploadView; readonly onClose: () => void };

/** What the Delete key asks about an upload that is on its way. */
export function CancelUploadDialog({ upload, onClose }: Props) {
  return (
    <ConfirmCall
      call="uploads.cancel"
      values={{ id: upload.id }}
      title={t('uploads.cancelTitle', { name: displayName(upload) })}
      text={t('uploads.cancelText')}
      button={t('uploads.cancelButton')}
      busyButton={t('uploads.cancelling')}
      safeButton={t('uploads.keepGoing')}
      onClose={onClose}
    />
  );
}
