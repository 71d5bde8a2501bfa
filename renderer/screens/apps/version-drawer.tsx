import type { TestVersion, VersionMember } from '../../../preload/contract.ts';
import { arrangeMembers } from '../../logic/versions.ts';
import { Button } from '../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/drawer.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { BareSwitch } from '../../parts/fields.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAnswer } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';
import { useVersionActions } from './version-actions.ts';

type Props = { readonly accountId: string; readonly version: TestVersion; readonly onClose: () => void };

export function VersionDrawer({ accountId, version, onClose }: Props) {
  const format = useFormat();
  const actions = useVersionActions(accountId, version);
  const link = useAnswer(['apps', accountId, 'link', version.id], 'apps.installLink', {
    accountId,
    versionId: version.id,
  });
  return (
    <Drawer
      title={`${version.applicationName} ${version.version}`}
      subtitle={version.platformTypeName}
      onClose={onClose}
    >
      <div className="drawer-bar">
        <BareSwitch
          checked={version.isActive}
          busy={actions.busy}
          label={words.switchOn(version.version)}
          onChange={actions.setActive}
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
      <DrawerSection title={words.who}>
        <Members members={version.profileMembers} />
      </DrawerSection>
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
    </Drawer>
  );
}

function Members({ members }: { readonly members: readonly VersionMember[] }) {
  const format = useFormat();
  const shown = arrangeMembers(members);
  if (shown.length === 0) return <p className="quiet">{words.nobodyYet}</p>;
  return (
    <ul className="members">
      {shown.map((member) => (
        <li key={member.id}>
          <span className="member-name" title={member.member.email}>
            <bdi>{member.member.name ?? member.member.email}</bdi>
          </span>
          <span className={`member-status member-status-${member.shareMemberStatus}`}>
            {words.status[member.shareMemberStatus] ?? words.statusUnknown(member.shareMemberStatus)}
          </span>
          <time className="row-time">
            {member.lastShareDateTimeUtc &&
              format.moment(Date.parse(member.lastShareDateTimeUtc), Date.now())}
          </time>
        </li>
      ))}
    </ul>
  );
}
