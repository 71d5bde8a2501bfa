import { displayName, isSentAgain, versionText } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { SmallDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { RecipientsDialog } from '../../../parts/recipients/recipients-dialog.tsx';
import { useFormat, useIsBuiltIn, useRunningUploads } from '../../../state/app-state.ts';
import { stateOf, useCallQuery, useCommand } from '../../../state/data/calls.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { useUndoUpload } from './undo-upload.ts';

export function PauseUploadDialog({ upload }: DialogProps<'pause-upload'>) {
  const close = useCloseDialog();
  const format = useFormat();
  const sending = useRunningUploads().filter(({ state }) => state === 'uploading');
  const meant = sending.filter(({ id }) => upload === null || id === upload.id);
  const one = useCommand('uploads.pauseOne', close);
  const all = useCommand('uploads.setPaused', close);
  const { busy, error } = stateOf(one, all);
  const size = format.bytes(meant.reduce((sum, { sentBytes }) => sum + sentBytes, 0));
  return (
    <SmallDialog
      title={upload ? t('uploads.pauseTitle', { name: displayName(upload) }) : t('uploads.pauseAllTitle')}
      text={t('uploads.pauseText', { size })}
      safeButton={t('uploads.keepGoing')}
      error={error}
    >
      <Button
        disabled={busy}
        onClick={() => (upload ? one.mutate({ id: upload.id }) : all.mutate({ paused: true }))}
      >
        {t('uploads.pauseNow')}
      </Button>
      <Button variant="primary" disabled={busy} onClick={() => all.mutate({ paused: true, finish: true })}>
        {t('uploads.pauseAfter', { count: Math.max(1, sending.length) })}
      </Button>
    </SmallDialog>
  );
}

export function SendAgainDialog({
  upload,
  recipients: given = upload.recipients,
}: DialogProps<'send-again'>) {
  const close = useCloseDialog();
  const format = useFormat();
  const { delaySeconds, offerUndo } = useUndoUpload(upload.accountId);
  const remove = useCommand('uploads.remove');
  const version = upload.package ? versionText(upload.package) : null;
  const name = [displayName(upload), version].filter(Boolean).join(' ');
  const send = useCommand('uploads.sendAgain', ({ id }) => {
    offerUndo(
      [id],
      (left) => t('common.mailLeaves', { what: name, time: format.duration(left) }),
      () => remove.mutateAsync({ id }),
    );
    close();
  });
  const accountId = upload.accountId;
  const versionId = upload.target?.versionId ?? 0;
  const isBuiltIn = useIsBuiltIn(accountId);
  const details = useCallQuery('apps.version', { accountId, versionId }, { enabled: isBuiltIn });
  if (isBuiltIn && details.isPending) return null;
  return (
    <RecipientsDialog
      title={isSentAgain(upload) ? t('uploads.sendAgainTitle', { name }) : t('uploads.sendTitle', { name })}
      accountId={accountId}
      first={given}
      reopen={(recipients) => ({ kind: 'send-again', upload, recipients })}
      allowEmpty={!upload.activate}
      sending={send}
      noted={details.data ? { versionId, releaseNote: details.data.releaseNote ?? '' } : null}
      onSend={(recipients) => send.mutate({ id: upload.id, recipients, delaySeconds })}
    >
      {!upload.activate && <Notice>{t('uploads.switchedOnFirst')}</Notice>}
    </RecipientsDialog>
  );
}
