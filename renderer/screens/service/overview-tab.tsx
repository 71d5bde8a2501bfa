import type { BuildsUse, ServiceOverview, ServiceStatus } from '../../../preload/page.ts';
import { exposureOf, exposureText, mailText } from '../../logic/exposure.ts';
import { usageBars } from '../../logic/statistics.ts';
import { t } from '../../messages.ts';
import { BarTable } from '../../parts/bar-table.tsx';
import { Button, CopyButton } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Facts } from '../../parts/overlays/drawer.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../state/data/calls.ts';
import { useServiceQuery, useStartService } from '../../state/data/service-data.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { useStore } from '../../state/store.ts';
import { serviceState } from '../accounts/account-state.ts';
import { ReadFailure } from '../query-state.tsx';
import { PhoneCodes } from './exposure/phone-codes.tsx';
import { ServiceFrame } from './service-frame.tsx';

export function OverviewTab() {
  const app = useApp();
  const status = useStore(app.service);
  const overview = useCallQuery('service.overview', {});
  return (
    <ServiceFrame tab="overview" searchable={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="page service-overview" tabIndex={0} aria-label={t('service.tabs.overview')}>
        <StateSection status={status} />
        <ReadFailure answer={overview} />
        {overview.data && (
          <>
            <ExposureSection status={status} overview={overview.data} />
            <div className="service-aside">
              <PeopleSection status={status} />
              <StorageSection overview={overview.data} />
            </div>
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
      <p className="quiet">{status.running ? t('service.stopMeans') : t('service.about')}</p>
      {!status.running && <p className="quiet">{t('service.stoppedText')}</p>}
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

function ExposureSection({ status, overview: { exposure } }: ExposureProps) {
  const show = useApp().dialog.set;
  const { url, authority } = status;
  const { openExposure } = useNextActions();
  const openLink = useCommand('app.openLink');
  const isEncrypted = exposure.tls !== false;
  const isOpen = exposureOf(status, exposure) !== 'computer';
  return (
    <section className="page-section">
      <h2>{t('service.exposureStep.audience')}</h2>
      {!status.running && <p>{t('service.exposure.stopped')}</p>}
      <p>{exposureText(status, exposure)}</p>
      {url !== null && isOpen && <PhoneCodes status={status} url={url} needsAuthority={authority !== null} />}
      {url !== null && !isOpen && (
        <p className="selectable link-text">
          <span className="visually-hidden">{t('service.address')}: </span>
          {url}
        </p>
      )}
      <div className="button-line">
        <Button variant={isOpen || !status.running ? 'plain' : 'primary'} onClick={openExposure}>
          {isOpen ? t('service.changeExposure') : t('uploads.makeReachable')}
        </Button>
        {(isOpen || isEncrypted) && (
          <Button onClick={() => show({ kind: 'exposure', step: 'try' })}>
            {t('service.checkExposure')}
          </Button>
        )}
        {url !== null && !isOpen && (
          <>
            <CopyButton text={url} label={t('service.copyAddress')} />
            <Button onClick={() => openLink.mutate({ url })}>{t('service.openAddress')}</Button>
          </>
        )}
      </div>
      {openLink.error && <InlineFailure error={openLink.error} />}
    </section>
  );
}

function PeopleSection({ status }: { readonly status: ServiceStatus }) {
  const app = useApp();
  const { setUpMail } = useNextActions();
  const people = useServiceQuery('service.people', {});
  const mail = useCallQuery('service.mailServer', {});
  return (
    <section className="page-section">
      <h2>{t('service.people')}</h2>
      {people.data && (
        <p>
          {t('service.countPeople', { count: people.data.members.length })} ·{' '}
          {t('service.countTeams', { count: people.data.teams.length })}
        </p>
      )}
      {mail.data && <p dir="auto">{mailText(mail.data.server)}</p>}
      <div className="button-line">
        <Button onClick={() => app.screen.go({ kind: 'service', tab: 'people', item: null })}>
          {t('service.tabs.people')}
        </Button>
        {status.mail === 'outbox' && <Button onClick={() => setUpMail()}>{t('uploads.setUpMail')}</Button>}
      </div>
    </section>
  );
}

function StorageSection({ overview: { storage } }: { readonly overview: ServiceOverview }) {
  const format = useFormat();
  return (
    <section className="page-section">
      <h2>{t('service.storage')}</h2>
      <Facts
        facts={[
          [t('service.builds'), format.bytes(storage.builds)],
          [t('service.free'), storage.free === null ? null : format.bytes(storage.free)],
        ]}
      />
      {storage.usage && storage.usage.length > 0 && <UsagePart usage={storage.usage} />}
    </section>
  );
}

function UsagePart({ usage }: { readonly usage: readonly BuildsUse[] }) {
  const format = useFormat();
  const { rows, rest, shared } = usageBars(usage);
  const line = (key: string, { builds, bytes }: Pick<BuildsUse, 'builds' | 'bytes'>, share: number) => ({
    key,
    cells: [
      { text: format.count(builds), share: null },
      { text: format.bytes(bytes), share: usage.length > 1 ? share : null },
    ],
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
