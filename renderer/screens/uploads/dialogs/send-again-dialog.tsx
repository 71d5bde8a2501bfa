import { displayName, versionText } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { RecipientsDialog } from '../../../parts/recipients/recipients-dialog.tsx';
import { useAsk } from '../../../state/data/calls.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';

/** Whom a build that is on the service is sent to once more; begins with those it was meant for. */
export function SendAgainDialog({ upload }: DialogProps<'send-again'>) {
  const send = useAsk('uploads.sendAgain', useCloseDialog());
  const version = upload.package ? versionText(upload.package) : null;
  return (
    <RecipientsDialog
      title={t('uploads.sendAgainTitle', { name: [displayName(upload), version].filter(Boolean).join(' ') })}
      accountId={upload.accountId}
      first={upload.recipients}
      mayBeNobody={!upload.activate}
      sending={send}
      onSend={(recipients) => send.mutate({ id: upload.id, recipients })}
    >
      {!upload.activate && <p className="notice">{t('uploads.switchedOnFirst')}</p>}
    </RecipientsDialog>
  );
}
