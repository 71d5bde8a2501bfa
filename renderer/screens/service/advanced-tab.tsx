import type { ServiceOverview } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Facts } from '../../parts/overlays/drawer.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { ReadFailure } from '../query-state.tsx';
import { ServiceFrame } from './service-frame.tsx';

/** Credentials, folders and requests of the service, for its operator. */
export function AdvancedTab() {
  const app = useApp();
  const overview = useCallQuery('service.overview', {});
  return (
    <ServiceFrame tab="advanced" searchable={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="page" tabIndex={0} aria-label={t('service.tabs.advanced')}>
        <ReadFailure answer={overview} />
        {overview.data && (
          <>
            <SignInSection firstUser={overview.data.firstUser} />
            <FolderSection overview={overview.data} />
          </>
        )}
        <section className="page-section">
          <h2>{t('service.tabs.requests')}</h2>
          <p className="quiet">{t('service.noRequestsText')}</p>
          <div className="button-line">
            <Button onClick={() => app.screen.go({ kind: 'service', tab: 'requests', item: null })}>
              {t('service.requestsList')}
            </Button>
          </div>
        </section>
      </section>
    </ServiceFrame>
  );
}

function SignInSection({ firstUser }: Pick<ServiceOverview, 'firstUser'>) {
  const app = useApp();
  const { userName, clientId, storedIn } = firstUser;
  return (
    <section className="page-section">
      <h2>{t('service.signingIn')}</h2>
      <p>{t('service.firstUser', { userName, clientId })}</p>
      <p className="quiet selectable">
        {storedIn === null
          ? t('service.firstUserNotStored')
          : t('service.firstUserStored', { location: storedIn })}
      </p>
      <div className="button-line">
        <Button onClick={() => app.screen.go({ kind: 'service', tab: 'credentials', item: null })}>
          {t('service.manageCredentials')}
        </Button>
      </div>
    </section>
  );
}

function FolderSection({ overview: { storage, folder } }: { readonly overview: ServiceOverview }) {
  const format = useFormat();
  const show = useCommand('app.showInFolder');
  return (
    <section className="page-section">
      <h2>{t('service.folder')}</h2>
      <p className="selectable link-text">{folder}</p>
      <Facts
        facts={[
          [t('service.database'), format.bytes(storage.database)],
          [t('service.outboxFiles'), format.bytes(storage.outbox)],
        ]}
      />
      <div className="button-line">
        <Button onClick={() => show.mutate({ path: folder })}>{t('service.showFolder')}</Button>
      </div>
      {show.error && <InlineFailure error={show.error} />}
    </section>
  );
}
