import { t } from '../messages.ts';
import { useSetUpMail } from '../state/next-actions.ts';
import type { OpenDialog } from '../state/window/dialog.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  readonly accountId: string;
  /** Returns the dialog to reopen after mail is set up. */
  readonly back: () => OpenDialog;
};

/** Notice that the built-in service mails no messages; empty for other services or if mail is set up. */
export function MailMissing({ accountId, back }: Props) {
  const setUpMail = useSetUpMail(accountId);
  return (
    setUpMail && (
      <Notice action={<Button onClick={() => setUpMail(back())}>{t('uploads.setUpMail')}</Button>}>
        {t('apps.mailMissing')}
      </Notice>
    )
  );
}
