import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { BareSwitch } from '../../parts/fields.tsx';
import { RowMenu } from '../../parts/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useVersionActions } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly active: boolean;
  readonly busy: boolean;
  readonly onSwitch: (version: VersionView, active: boolean) => void;
};

export function VersionRow({ accountId, version, active, busy, onSwitch }: Props) {
  const format = useFormat();
  const actions = useVersionActions(accountId, version);
  const tabIndex = active ? 0 : -1;
  return (
    <div className="row version-row" data-version={version.id}>
      <BareSwitch
        checked={version.isActive}
        busy={busy}
        label={t('apps.switchOn', { version: version.version })}
        tabIndex={tabIndex}
        onChange={(on) => onSwitch(version, on)}
      />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={version.version}>
            {version.version}
          </bdi>
          <span className="row-version">{version.platformTypeName}</span>
        </div>
        <div className="row-second">
          {actions.failure ? (
            <span className="tone-failed" role="alert" dir="auto" title={actions.failure.message}>
              {actions.failure.message}
            </span>
          ) : (
            <span className="row-parts">
              <span>{format.bytes(version.fileSize)}</span>
              <span>{format.moment(Date.parse(version.uploadDateTimeUtc), Date.now())}</span>
              {version.releaseNote && <bdi title={version.releaseNote}>{version.releaseNote}</bdi>}
            </span>
          )}
        </div>
      </div>
      <div className="row-reach">
        <Reach version={version} />
      </div>
      <Button look="quiet" tabIndex={tabIndex} onClick={actions.send}>
        {t('apps.send')}
      </Button>
      <RowMenu
        entries={[
          { label: t('apps.send'), run: actions.send },
          { label: t('apps.copyLink'), run: actions.copyLink },
          { label: t('apps.openLink'), run: actions.openLink },
          'separator',
          { label: t('apps.removeVersion'), danger: true, run: actions.askRemove },
        ]}
        trigger={
          <IconButton
            icon="more"
            label={t('common.moreFor', { name: version.version })}
            title={t('common.more')}
            tabIndex={tabIndex}
          />
        }
      />
      <span className="visually-hidden" aria-live="polite">
        {actions.copied ? t('common.copied') : ''}
      </span>
    </div>
  );
}

function Reach({ version }: { readonly version: VersionView }) {
  const { reach } = version;
  const undelivered = reach.undelivered > 0 && t('apps.undelivered', { count: reach.undelivered });
  if (reach.sent === 0 && !undelivered) return <span className="quiet">{t('apps.never')}</span>;
  const more =
    reach.downloaded > 0
      ? t('apps.downloadedBy', { count: reach.downloaded })
      : reach.opened > 0
        ? t('apps.openedBy', { count: reach.opened })
        : null;
  const sentTo = reach.sent > 0 && t('apps.sentTo', { count: reach.sent });
  return (
    <span>
      {[sentTo, more].filter(Boolean).join(' · ')}
      {sentTo && undelivered && ' · '}
      {undelivered && <span className="tone-failed">{undelivered}</span>}
    </span>
  );
}
