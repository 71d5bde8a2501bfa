import type { VersionView } from '../../../preload/page.ts';
import { versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { BareSwitch } from '../../parts/fields/fields.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { Drawer, DrawerSection, Facts, Selectable } from '../../parts/overlays/drawer.tsx';
import { useApp, useFormat, useIsBuiltIn } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { ReadFailure } from '../answer-state.tsx';
import type { ActiveSwitch } from './active-switch.ts';
import { RecipientsSection } from './recipients-section.tsx';
import { isWrittenOnly, useSetUpMail, useVersionActions } from './version-actions.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly active: ActiveSwitch;
};

export function VersionDrawer({ accountId, version, active }: Props) {
  const app = useApp();
  const isBuiltIn = useIsBuiltIn(accountId);
  const actions = useVersionActions(accountId, version);
  const values = { accountId, versionId: version.id };
  const details = useAnswer('apps.version', values);
  const setUpMail = useSetUpMail(accountId);
  const title = `${version.applicationName} ${versionLabel(version)}`;
  const link = useAnswer('apps.installLink', values);
  return (
    <Drawer title={title} subtitle={version.platformTypeName}>
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
      {isWrittenOnly(version) && (
        <div className="notice notice-bar">
          <p>{t('uploads.writtenOnly')}</p>
          {setUpMail && <Button onClick={setUpMail}>{t('uploads.setUpMail')}</Button>}
        </div>
      )}
      <LinkSection accountId={accountId} link={link.data ?? null} name={title} />
      {link.data === null && (
        <DrawerSection title={t('apps.link')}>
          <p className="quiet">{t('apps.noLink')}</p>
        </DrawerSection>
      )}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {details.data && <RecipientsSection version={details.data} />}
      {details.isPending && <Loading />}
      <ReadFailure answer={details} announce={false} />
      <VersionFacts version={details.data ?? version} />
      {isBuiltIn && (
        <Button onClick={() => app.dialog.set({ kind: 'note', version: details.data ?? version })}>
          {t('apps.editNote')}
        </Button>
      )}
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
          [t('apps.uniqueName'), <Selectable key="name" text={version.uniqueName} />],
          [t('apps.file'), version.fileName],
          [t('apps.versionNumber'), version.id],
        ]}
      />
    </DrawerSection>
  );
}
