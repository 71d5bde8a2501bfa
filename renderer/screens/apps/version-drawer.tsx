import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/drawer.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { BareSwitch } from '../../parts/fields.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/calls.ts';
import type { ActiveSwitch } from './active-switch.ts';
import { RecipientsSection } from './recipients-section.tsx';
import { useVersionActions } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly active: ActiveSwitch;
  readonly onClose: () => void;
};

export function VersionDrawer({ accountId, version, active, onClose }: Props) {
  const actions = useVersionActions(accountId, version);
  const values = { accountId, versionId: version.id };
  const details = useAnswer(['apps', accountId, 'version', version.id], 'apps.version', values);
  const link = useAnswer(['install-link', accountId, version.id], 'apps.installLink', values);
  return (
    <Drawer
      title={`${version.applicationName} ${version.version}`}
      subtitle={version.platformTypeName}
      onClose={onClose}
    >
      <div className="drawer-bar">
        <BareSwitch
          checked={version.isActive}
          busy={active.busy.has(version.id)}
          label={t('apps.switchOn', { version: version.version })}
          onChange={(on) => active.set([version], on)}
        />
        <span aria-hidden="true">{version.isActive ? t('apps.active') : t('apps.inactive')}</span>
        <span className="spacer" />
        <Button onClick={actions.send}>{t('apps.send')}</Button>
        <Button look="danger" onClick={actions.askRemove}>
          {t('apps.removeVersion')}
        </Button>
      </div>
      {actions.failure && <InlineFailure failure={actions.failure} />}
      <LinkSection link={link.data ?? null} name={`${version.applicationName} ${version.version}`} />
      {link.data === null && (
        <DrawerSection title={t('apps.link')}>
          <p className="quiet">{t('apps.noLink')}</p>
        </DrawerSection>
      )}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {details.data && <RecipientsSection version={details.data} />}
      {details.isPending && <Loading />}
      {details.error && (
        <InlineFailure error={details.error} announce={false}>
          <Button disabled={details.isFetching} onClick={() => void details.refetch()}>
            {t('common.retry')}
          </Button>
        </InlineFailure>
      )}
      <VersionFacts version={details.data ?? version} />
    </Drawer>
  );
}

function VersionFacts({ version }: { readonly version: VersionView }) {
  const format = useFormat();
  return (
    <DrawerSection title={t('apps.details')}>
      <Facts
        facts={[
          [t('apps.note'), version.releaseNote],
          [t('apps.size'), format.bytes(version.fileSize)],
          [t('apps.uploaded'), format.dateTime(Date.parse(version.uploadDateTimeUtc))],
          [
            t('apps.lastSent'),
            version.lastSendDateTimeUtc && format.dateTime(Date.parse(version.lastSendDateTimeUtc)),
          ],
          [t('apps.platform'), version.platformTypeName],
          [
            t('apps.uniqueName'),
            <span key="name" className="selectable">
              {version.uniqueName}
            </span>,
          ],
          [t('apps.file'), version.fileName],
          [t('apps.versionNumber'), version.id],
        ]}
      />
    </DrawerSection>
  );
}
