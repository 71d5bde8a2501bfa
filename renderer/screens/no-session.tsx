import { t } from '../messages.ts';

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
