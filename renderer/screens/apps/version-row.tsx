import type { VersionView } from '../../../preload/page.ts';
import { versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button, CopiedNote } from '../../parts/button.tsx';
import { BareSwitch } from '../../parts/fields/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useServicePicture } from '../../state/data/push-data.ts';
import { isWrittenOnly, useSetUpMail, useVersionActions } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly busy: boolean;
  readonly onSwitch: (active: boolean) => void;
};

export function VersionRow({ accountId, version, busy, onSwitch }: Props) {
  const format = useFormat();
  const actions = useVersionActions(accountId, version);
  const setUpMail = useSetUpMail(accountId);
  const picture = useServicePicture(accountId, version.iconUrl);
  const isWritten = isWrittenOnly(version);
  return (
    <Row
      data-version={version.id}
      tile={<Tile name={version.applicationName} picture={picture} />}
      name={versionLabel(version)}
      beside={<span className="row-version">{version.platformTypeName}</span>}
      failure={actions.failure}
      second={
        <span className="row-parts">
          <span>{format.bytes(version.fileSize)}</span>
          <span>{format.moment(Date.parse(version.uploadDateTimeUtc), Date.now())}</span>
          {version.releaseNote && <bdi title={version.releaseNote}>{version.releaseNote}</bdi>}
        </span>
      }
    >
      <div className="row-side">
        <div className="row-state">
          {isWritten ? <WrittenFor count={version.progress.sent} /> : <DeliveryCounts version={version} />}
        </div>
        <div className="row-actions">
          {isWritten && setUpMail && (
            <Button variant="quiet" onClick={setUpMail}>
              {t('uploads.setUpMail')}
            </Button>
          )}
          <Button variant="quiet" onClick={actions.send}>
            {t('apps.send')}
          </Button>
        </div>
      </div>
      <BareSwitch
        checked={version.isActive}
        busy={busy}
        label={t('apps.switchOn', { version: version.version })}
        onChange={onSwitch}
      />
      <MoreMenu
        name={version.version}
        entries={[
          { label: t('apps.send'), run: actions.send },
          { label: t('apps.copyLink'), run: actions.copyLink },
          { label: t('apps.openLink'), run: actions.openLink },
          'separator',
          { label: t('apps.removeVersion'), danger: true, run: actions.askRemove },
        ]}
      />
      <CopiedNote copied={actions.copied} />
    </Row>
  );
}

function WrittenFor({ count }: { readonly count: number }) {
  return (
    <>
      <span className="row-state-icon tone-attention">
        <Icon name="warning" />
      </span>
      <span className="row-state-text tone-attention">{t('apps.writtenFor', { count })}</span>
    </>
  );
}

function DeliveryCounts({ version }: { readonly version: VersionView }) {
  const { progress } = version;
  const undelivered = progress.undelivered > 0 && t('apps.undelivered', { count: progress.undelivered });
  if (progress.sent === 0 && !undelivered)
    return <span className="row-state-text quiet">{t('apps.never')}</span>;
  const more =
    progress.downloaded > 0
      ? t('apps.downloadedBy', { count: progress.downloaded })
      : progress.opened > 0
        ? t('apps.openedBy', { count: progress.opened })
        : null;
  const sentTo = progress.sent > 0 && t('apps.sentTo', { count: progress.sent });
  return (
    <span className="row-state-text">
      {[sentTo, more].filter(Boolean).join(' · ')}
      {sentTo && undelivered && ' · '}
      {undelivered && <span className="tone-failed">{undelivered}</span>}
    </span>
  );
}
