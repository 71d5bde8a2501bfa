import type { UploadView } from '../../../../preload/page.ts';
import { displayName, versionText } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { RecipientsDialog } from '../../../parts/recipients/recipients-dialog.tsx';
import { useAsk } from '../../../state/data/calls.ts';

type Props = { readonly upload: UploadView; readonly onClose: () => void };

/** Whom a build that is on the service is sent to once more; begins with those it was meant for. */
export function SendAgainDialog({ upload, onClose }: Props) {
  const send = useAsk('uploads.sendAgain', onClose);
  const version = upload.package ? versionText(upload.package) : null;
  return (
    <RecipientsDialog
      title={t('uploads.sendAgainTitle', { name: [displayName(upload), version].filter(Boolean).join(' ') })}
      accountId={upload.accountId}
      first={upload.recipients}
      mayBeNobody={!upload.activate}
      sending={send}
      onSend={(recipients) => send.mutate({ id: upload.id, recipients })}
      onClose={onClose}
    >
      {!upload.activate && <p className="notice">{t('uploads.switchedOnFirst')}</p>}
    </RecipientsDialog>
  );
}
