import type { SentView } from '../../../../preload/page.ts';
import { t } from '../../../messages.ts';
import { CopyButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Status } from '../../../parts/status.tsx';

export function SentOutcome({ sent }: { readonly sent: SentView }) {
  const { entry, notes, historyFailure } = sent;
  const { outcome, address } = entry;
  return (
    <>
      {outcome.ok ? (
        <Status>
          <div className="push-accepted">
            <Icon name="check" />
            <div>
              <strong>{t('push-messages.compose.acceptedTitle')}</strong>{' '}
              <p dir="auto">
                {t('push-messages.compose.acceptedText', { host: hostOf(address), id: outcome.messageId })}
              </p>
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
