import type { DryRun } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Notes } from './sent-outcome.tsx';

/** The requests as they would be sent, with what was changed before. */
export function RequestPreview({ dryRun: { requests, notes } }: { readonly dryRun: DryRun }) {
  return (
    <section className="push-request" aria-label={t('push-messages.compose.shown')}>
      <h3>{t('push-messages.compose.shown')}</h3>
      {requests.map(({ method, url, headers, body }) => (
        <pre key={url} className="push-code selectable">
          {[
            `${method} ${url}`,
            ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
            '',
            body,
          ].join('\n')}
        </pre>
      ))}
      <Notes notes={notes} />
    </section>
  );
}
