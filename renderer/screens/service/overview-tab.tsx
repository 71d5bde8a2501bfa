import type { BuildsUse, ServiceOverview, ServiceStatus } from '../../../preload/page.ts';
import { exposureOf, exposureText } from '../../logic/exposure.ts';
import { usageBars } from '../../logic/statistics.ts';
import { t } from '../../messages.ts';
import { BarTable } from '../../parts/bar-table.tsx';
import { Button, CopyButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Facts } from '../../parts/overlays/drawer.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { useStore } from '../../state/store.ts';
import { serviceState } from '../accounts/account-state.ts';
import { ReadFailure } from '../query-state.tsx';
import { ServiceFrame } from './service-frame.tsx';

export function OverviewTab() {
  const app = useApp();
  const status = useStore(app.service);
  const overview = useCallQuery('service.overview', {});
  return (
    <ServiceFrame tab="overview" searchable={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="page" tabIndex={0} aria-label={t('service.tabs.overview')}>
        <StateSection status={status} />
        <ReadFailure answer={overview} />
        {overview.data && (
          <>
            <ExposureSection status={status} overview={overview.data} />
            <SignInSection firstUser={overview.data.firstUser} />
            <StorageSection overview={overview.data} />
          </>
        )}
      </section>
    </ServiceFrame>
  );
}

function StateSection({ status }: { readonly status: ServiceStatus }) {
  const app = useApp();
  const start = useStartService();
  const stop = useCommand('service.stop', (next) => app.service.set(next));
  const reset = useCommand('service.setExposure', () => start.mutate({}));
  const busy =
    start.isPending || stop.isPending || reset.isPending || ['starting', 'stopping'].includes(status.state);
  const error = reset.error ?? start.error ?? stop.error;
  return (
    <section className="page-section">
      <div className="state-line">
        <div role="status">
          <h2 className="state-name">
            <span className={`dot ${serviceState(status).dot}`} aria-hidden="true" />{' '}
            {t(`service.state.${status.state}`)}
          </h2>
        </div>
        {status.running ? (
          <Button disabled={busy} onClick={() => stop.mutate({})}>
            {t('service.stop')}
          </Button>
        ) : (
          <Button variant="primary" disabled={busy} onClick={() => start.mutate({})}>
            {status.state === 'failed' ? t('service.startAgain') : t('service.start')}
          </Button>
        )}
      </div>
      <p className="quiet">{t('service.about')}</p>
      <p className="quiet">{status.running ? t('service.stopMeans') : t('service.stoppedText')}</p>
      {error ? (
        <InlineFailure error={error} />
      ) : (
        status.failure && <InlineFailure failure={status.failure} announce={false} />
      )}
      {status.failure?.code.startsWith('service/') && (
        <div className="button-line">
          <Button
            disabled={busy}
            onClick={() => reset.mutate({ host: null, publicUrl: null, proxyHops: 0, tls: false })}
          >
            {t('service.onlyHereAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}

type ExposureProps = { readonly status: ServiceStatus; readonly overview: ServiceOverview };

function ExposureSection({ status, overview }: ExposureProps) {
  const show = useApp().dialog.set;
  const { url } = status;
  const open = useCommand('app.openLink');
  const { setUpMail, openExposure } = useNextActions();
  const isEncrypted = overview.exposure.tls !== false;
  const isOpen = exposureOf(status, overview.exposure) !== 'computer';
  return (
    <section className="page-section">
      <h2>{t('service.phones')}</h2>
      {url !== null && (
        <>
          <p className="selectable link-text">
            <span className="visually-hidden">{t('service.address')}: </span>
            {url}
          </p>
          <div className="button-line">
            <CopyButton text={url} label={t('service.copyAddress')} />
            <Button onClick={() => open.mutate({ url })}>{t('service.openAddress')}</Button>
          </div>
        </>
      )}
      {open.error && <InlineFailure error={open.error} />}
      <p>{exposureText(status, overview.exposure)}</p>
      {isOpen && status.mail === 'outbox' && <p>{t('service.mailFolder')}</p>}
      <div className="button-line">
        <Button onClick={openExposure}>
          {isOpen ? t('service.changeExposure') : t('uploads.makeReachable')}
        </Button>
        {isOpen && status.mail === 'outbox' && (
          <Button onClick={() => setUpMail()}>{t('uploads.setUpMail')}</Button>
        )}
        {(isOpen || isEncrypted) && (
          <Button onClick={() => show({ kind: 'exposure', step: 'try' })}>
            {t('service.checkExposure')}
          </Button>
        )}
      </div>
    </section>
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

function StorageSection({ overview: { storage, folder } }: { readonly overview: ServiceOverview }) {
  const format = useFormat();
  const show = useCommand('app.showInFolder');
  return (
    <section className="page-section">
      <h2>{t('service.storage')}</h2>
      <Facts
        facts={[
          [t('service.builds'), format.bytes(storage.builds)],
          [t('service.database'), format.bytes(storage.database)],
          [t('service.outboxFiles'), format.bytes(storage.outbox)],
          [t('service.free'), storage.free === null ? null : format.bytes(storage.free)],
          [
            t('service.folder'),
            <span key="folder" className="selectable">
              {folder}
            </span>,
          ],
        ]}
      />
      <div className="button-line">
        <Button onClick={() => show.mutate({ path: folder })}>{t('service.showFolder')}</Button>
      </div>
      {show.error && <InlineFailure error={show.error} />}
      {storage.usage && storage.usage.length > 0 && <UsagePart usage={storage.usage} />}
    </section>
  );
}

function UsagePart({ usage }: { readonly usage: readonly BuildsUse[] }) {
  const format = useFormat();
  const { rows, rest, shared } = usageBars(usage);
  const line = (key: string, { builds, bytes }: Pick<BuildsUse, 'builds' | 'bytes'>, share: number) => ({
    key,
    shares: [share],
    values: [format.count(builds), format.bytes(bytes)],
  });
  return (
    <>
      <h3>{t('service.byApplication')}</h3>
      <BarTable
        label={t('service.byApplication')}
        names={t('uploads.application')}
        columns={[t('service.builds'), t('apps.size')]}
        rows={[
          ...rows.map(({ use, share }) => ({
            ...line(`${use.area} ${use.id}`, use, share),
            name: use.name,
            note: use.area === 'appstore' ? t('common.area.appstore') : null,
          })),
          ...(rest
            ? [
                {
                  ...line('rest', rest, rest.share),
                  name: t('service.otherApplications', { count: rest.owners }),
                },
              ]
            : []),
        ]}
      />
      {shared && <p className="field-hint">{t('service.sharedBuilds')}</p>}
    </>
  );
}
