import type { RecipientView, VersionDetails } from '../../../preload/page.ts';
import { noRecipients } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import type { MenuEntry } from '../../parts/overlays/menu.tsx';
import { useApp, useIsBuiltIn } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';

/** Returns the actions for each recipient. Services other than the built-in one support only sending. */
export function useRecipientMenu(accountId: string, version: VersionDetails) {
  const { dialog } = useApp();
  const isBuiltIn = useIsBuiltIn(accountId);
  const revoke = useCommand('service.revokeLinks');
  const menuOf = (recipient: RecipientView): readonly MenuEntry[] => {
    const recipients = { ...noRecipients, emails: [recipient.email] };
    const one = { accountId, version, recipient };
    const sendAgain = {
      label: t('apps.sendAgain'),
      run: () => dialog.set({ kind: 'send', accountId, version, recipients }),
    };
    if (!isBuiltIn) return [sendAgain];
    return [
      sendAgain,
      { label: t('apps.correctAddress'), run: () => dialog.set({ kind: 'correct-recipient', ...one }) },
      'separator',
      {
        label: t('apps.revokeLink'),
        run: () => revoke.mutate({ versionId: version.id, recipientId: recipient.id }),
      },
      {
        label: t('apps.removeRecipient'),
        danger: true,
        run: () => dialog.set({ kind: 'remove-recipient', ...one }),
      },
    ];
  };
  const revoked = revoke.isSuccess
    ? version.recipients.find(({ id }) => id === revoke.variables.recipientId)
    : undefined;
  const note = revoked && t('apps.linkRevoked', { name: revoked.name ?? revoked.email });
  return { menuOf, failure: revoke.error, note };
}
