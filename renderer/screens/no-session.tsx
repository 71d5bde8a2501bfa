import { t } from '../messages.ts';

/** A browser tab without a session: how to get a new link. */
export function NoSession() {
  return (
    <main className="whole-page">
      <h1>{t('common.sessionTitle')}</h1>
      <p>{t('common.sessionText')}</p>
      <p>
        <code className="command selectable">{t('common.sessionCommand')}</code>
      </p>
    </main>
  );
}
