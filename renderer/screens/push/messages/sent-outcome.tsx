import { useEffect, useState } from 'react';
import type { SentMessageView, SentView } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { CopyButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Status } from '../../../parts/status.tsx';

export function SentOutcome({ sent }: { readonly sent: SentView }) {
  const { entry, notes, historyFailure } = sent;
  const { outcome } = entry;
  return (
    <>
      {outcome.ok ? (
        <Status>
          <div className="push-accepted">
            <Icon name="check" />
            <div>
              <strong>{t('push-messages.compose.acceptedTitle')}</strong>{' '}
              <p>{t('push-messages.compose.acceptedText')}</p>
              <details className="failure-details">
                <summary>{t('common.details')}</summary>
                <p className="selectable">
                  {t('push-messages.drawer.messageId')}: <code>{outcome.messageId}</code>
                </p>
              </details>
            </div>
          </div>
        </Status>
      ) : (
        <InlineFailure failure={outcome} />
      )}
      {outcome.ok && outcome.newToken !== null && <NewToken token={outcome.newToken} />}
      {historyFailure && <InlineFailure failure={historyFailure} />}
      <Notes notes={notes} />
    </>
  );
}

/** Returns true until the time after which the provider accepts messages again. */
export function useMustWait(outcome: SentMessageView['outcome'] | undefined): boolean {
  const until = outcome?.ok === false ? Number(outcome.values?.['until'] ?? 0) : 0;
  const [now, setNow] = useState(Date.now);
  const mustWait = now < until;
  useEffect(() => {
    if (!mustWait) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [mustWait]);
  return mustWait;
}

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="notice push-notes">
      {notes.map((note) => (
        <li key={note} dir="auto">
          {note}
        </li>
      ))}
    </ul>
  );
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

export function NewToken({ token }: { readonly token: string }) {
  return (
    <div className="notice push-token">
      <p>{t('push-messages.drawer.newToken')}</p>
      <code className="selectable">{token}</code>
      <CopyButton text={token} label={t('push-messages.drawer.copyToken')} />
    </div>
  );
}
