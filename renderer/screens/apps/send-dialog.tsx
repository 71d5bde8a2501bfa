import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nobody } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { RecipientsDialog } from '../../parts/recipients/recipients-dialog.tsx';
import { putVersions } from '../../state/data/apps-data.ts';
import { useAnswer, useAsk } from '../../state/data/calls.ts';
import type { DialogProps } from '../../state/window/dialog.ts';

/** Begins with those a version of this application was sent to the last time, once they are known. */
export function SendDialog({ accountId, version }: DialogProps<'send'>) {
  const close = useCloseDialog();
  const { applicationId } = version;
  const [emptied, setEmptied] = useState(false);
  const last = useAnswer('apps.lastRecipients', { accountId, applicationId }, { staleTime: 0, gcTime: 0 });
  const queries = useQueryClient();
  const send = useAsk('apps.send', (sent) => {
    putVersions(queries, accountId, [sent]);
    close();
  });
  if (last.isPending) return null;
  const chosen = emptied ? null : (last.data ?? null);
  return (
    <RecipientsDialog
      key={chosen ? 'as last time' : 'empty'}
      title={t('apps.sendTitle', { name: version.applicationName, version: version.version })}
      accountId={accountId}
      first={chosen ?? nobody}
      sending={send}
      onSend={(recipients, sendAnyway) =>
        send.mutate({ accountId, versionId: version.id, recipients, sendAnyway })
      }
    >
      {!version.isActive && (
        <p className="notice tone-attention">
          <Icon name="warning" /> {t('apps.sendOff')}
        </p>
      )}
      {chosen && (
        <p className="as-last-time">
          {t('apps.asLastTime')}{' '}
          <Button look="quiet" onClick={() => setEmptied(true)}>
            {t('apps.startEmpty')}
          </Button>
        </p>
      )}
    </RecipientsDialog>
  );
}
