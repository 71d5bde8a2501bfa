import type { VersionView } from '../../../preload/contract.ts';
import { Button } from '../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/drawer.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { BareSwitch } from '../../parts/fields.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';
import { words as common } from '../../words/common.ts';
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
          label={words.switchOn(version.version)}
          onChange={(on) => active.set([version], on)}
        />
        <span aria-hidden="true">{version.isActive ? words.active : words.inactive}</span>
        <span className="spacer" />
        <Button onClick={actions.send}>{words.send}</Button>
        <Button look="danger" onClick={actions.askRemove}>
          {words.removeVersion}
        </Button>
      </div>
      {actions.failure && <InlineFailure failure={actions.failure} />}
      <LinkSection link={link.data ?? null} name={`${version.applicationName} ${version.version}`} />
      {link.data === null && (
        <DrawerSection title={words.link}>
          <p className="quiet">{words.noLink}</p>
        </DrawerSection>
      )}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {details.data && <RecipientsSection version={details.data} />}
      {details.isPending && <Loading />}
      {details.error && (
        <InlineFailure error={details.error} announce={false}>
          <Button disabled={details.isFetching} onClick={() => void details.refetch()}>
            {common.retry}
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
    <DrawerSection title={words.details}>
      <Facts
        facts={[
          [words.note, version.releaseNote],
          [words.size, format.bytes(version.fileSize)],
          [words.uploaded, format.dateTime(Date.parse(version.uploadDateTimeUtc))],
          [
            words.lastSent,
            version.lastSendDateTimeUtc && format.dateTime(Date.parse(version.lastSendDateTimeUtc)),
          ],
          [words.platform, version.platformTypeName],
          [
            words.uniqueName,
            <span key="name" className="selectable">
              {version.uniqueName}
            </span>,
          ],
          [words.file, version.fileName],
          [words.versionNumber, version.id],
        ]}
      />
    </DrawerSection>
  );
}
