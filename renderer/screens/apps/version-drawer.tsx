import { useState } from 'react';
import type {
  CallResult,
  RecipientView,
  VersionDetails,
  VersionDevice,
  VersionView,
} from '../../../preload/page.ts';
import { groupRecipients, isMailing, type RecipientGroup, versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { EmailText } from '../../parts/email-text.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { BareSwitch } from '../../parts/fields/fields.tsx';
import { Folded } from '../../parts/folded.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { MailStateLabel } from '../../parts/mail-state.tsx';
import { NoteText } from '../../parts/note-text.tsx';
import { Drawer, DrawerSection, Facts, Selectable } from '../../parts/overlays/drawer.tsx';
import { type MenuEntry, MoreMenu } from '../../parts/overlays/menu.tsx';
import { Status } from '../../parts/status.tsx';
import { useApp, useFormat, useIsBuiltIn } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useSetUpMail } from '../../state/next-actions.ts';
import { ReadFailure } from '../query-state.tsx';
import { installsFact, Warnings } from '../uploads/package-facts.tsx';
import type { ActiveSwitch } from './active-switch.ts';
import { useRecipientMenu } from './recipient-menu.ts';
import { sendLabel } from './version-commands.ts';

type Props = {
  readonly accountId: string;
  readonly version: VersionView;
  readonly active: ActiveSwitch;
};

export function VersionDrawer({ accountId, version, active }: Props) {
  const app = useApp();
  const isBuiltIn = useIsBuiltIn(accountId);
  const values = { accountId, versionId: version.id };
  const details = useCallQuery('apps.version', values, { changesSoon: isMailing });
  const title = `${version.applicationName} ${versionLabel(version)}`;
  const link = useCallQuery('apps.installLink', values);
  const { data: installability = null } = useCallQuery('apps.installability', values);
  const note = (details.data ?? version).releaseNote;
  const obstacles = installability?.reasons.map(({ text }) => text) ?? [];
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
        <Button onClick={() => app.dialog.set({ kind: 'send', accountId, version })}>
          {sendLabel(version)}
        </Button>
      </div>
      <LinkSection accountId={accountId} link={link.data ?? null} name={title} />
      {link.data === null && (
        <DrawerSection title={t('apps.link')}>
          <p className="quiet">{t('apps.noLink')}</p>
        </DrawerSection>
      )}
      {link.error && <InlineFailure error={link.error} announce={false} />}
      {obstacles.length > 0 && (
        <DrawerSection title={t('uploads.warnings')}>
          <Warnings warnings={obstacles} installability={installability} />
        </DrawerSection>
      )}
      {details.data && <RecipientsSection accountId={accountId} version={details.data} />}
      {details.isPending && <Loading />}
      <ReadFailure answer={details} announce={false} />
      {note && (
        <DrawerSection title={t('apps.note')}>
          <NoteText note={note} />
        </DrawerSection>
      )}
      <VersionFacts version={details.data ?? version} installability={installability} />
      <div className="drawer-bar">
        {isBuiltIn && (
          <Button onClick={() => app.dialog.set({ kind: 'note', version: details.data ?? version })}>
            {t('apps.editNote')}
          </Button>
        )}
        <Button
          variant="danger"
          onClick={() => app.dialog.set({ kind: 'remove-versions', accountId, versions: [version] })}
        >
          {t('apps.remove')}
        </Button>
      </div>
    </Drawer>
  );
}

type FactsProps = {
  readonly version: VersionView;
  readonly installability: CallResult<'apps.installability'>;
};

function VersionFacts({ version, installability }: FactsProps) {
  const format = useFormat();
  return (
    <DrawerSection title={t('apps.details')}>
      <Facts
        facts={[
          installsFact(installability),
          [t('apps.size'), format.bytes(version.fileSize)],
          [t('apps.uploaded'), format.dateTime(Date.parse(version.uploadDateTimeUtc))],
          [t('apps.platform'), version.platformTypeName],
        ]}
      />
      <Folded title={t('common.technicalDetails')}>
        <Facts
          facts={[
            [t('apps.uniqueName'), <Selectable key="name" text={version.uniqueName} />],
            [t('apps.file'), version.fileName],
            [t('apps.versionNumber'), version.id],
          ]}
        />
      </Folded>
    </DrawerSection>
  );
}

type RecipientsProps = { readonly accountId: string; readonly version: VersionDetails };

function RecipientsSection({ accountId, version }: RecipientsProps) {
  const setUpMail = useSetUpMail(accountId);
  const { menuOf, failure, note } = useRecipientMenu(accountId, version);
  const devices = useCallQuery(
    'service.versionDevices',
    { versionId: version.id },
    { enabled: useIsBuiltIn(accountId) },
  );
  const devicesOf = ({ email }: RecipientView): readonly VersionDevice[] =>
    devices.data?.filter((device) => device.email.toLowerCase() === email.toLowerCase()) ?? [];
  // A recipient who moves to another group would close an open menu.
  const [frozen, setFrozen] = useState<readonly RecipientView[] | null>(null);
  const recipients = frozen ?? version.recipients;
  const onMenu = (open: boolean): void => setFrozen(open ? recipients : null);
  const teams = new Set(recipients.flatMap((each) => each.teams));
  const [team] = teams;
  const isOneTeam = team !== undefined && teams.size === 1;
  return (
    <DrawerSection title={t('apps.who')}>
      {failure && <InlineFailure error={failure} />}
      <Status>{note}</Status>
      {recipients.length === 0 && <p className="quiet">{t('apps.noneYet')}</p>}
      {isOneTeam && <p className="field-hint">{t('apps.sentToTeam', { team })}</p>}
      {groupRecipients(recipients).map((group) => (
        <Group
          key={group.state}
          {...{ group, menuOf, devicesOf, onMenu }}
          teamsOf={(each) => (isOneTeam ? [] : each.teams)}
        />
      ))}
      {version.mail['not-mailed'] > 0 && setUpMail && (
        <Button onClick={() => setUpMail()}>{t('uploads.setUpMail')}</Button>
      )}
    </DrawerSection>
  );
}

const shownAtFirst = 50;

type MenuOf = (recipient: RecipientView) => readonly MenuEntry[];
type DevicesOf = (recipient: RecipientView) => readonly VersionDevice[];
type OnMenu = (open: boolean) => void;
type GroupProps = {
  readonly group: RecipientGroup;
  readonly teamsOf: (recipient: RecipientView) => readonly string[];
  readonly menuOf: MenuOf;
  readonly devicesOf: DevicesOf;
  readonly onMenu: OnMenu;
};

function Group({ group, teamsOf, menuOf, devicesOf, onMenu }: GroupProps) {
  const format = useFormat();
  const [all, setAll] = useState(false);
  const { state, people } = group;
  const shown = all ? people : people.slice(0, shownAtFirst);
  return (
    <section className="members" aria-label={t(`common.mail.${state}`)}>
      <h4 className="member-status">
        <MailStateLabel state={state} /> <span className="member-count">{format.count(people.length)}</span>
      </h4>
      <ul>
        {shown.map((each) => (
          <Member
            key={each.id}
            recipient={each}
            teams={teamsOf(each)}
            menu={menuOf(each)}
            devices={devicesOf(each)}
            onMenu={onMenu}
          />
        ))}
      </ul>
      {shown.length < people.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {t('apps.showAll', { number: people.length })}
        </Button>
      )}
    </section>
  );
}

type MemberProps = {
  readonly recipient: RecipientView;
  readonly teams: readonly string[];
  readonly menu: readonly MenuEntry[];
  readonly devices: readonly VersionDevice[];
  readonly onMenu: OnMenu;
};

function Member({ recipient, teams, menu, devices, onMenu }: MemberProps) {
  const format = useFormat();
  const { name, email, downloads, lastDownloadAt, lastSentAt } = recipient;
  const below = teams.join(' · ');
  const at = lastDownloadAt ?? lastSentAt;
  const when = at && format.moment(Date.parse(at), Date.now());
  const full = at && format.dateTime(Date.parse(at));
  return (
    <li>
      <div className="member-name">
        {name !== null && <bdi title={email}>{name}</bdi>}
        {recipient.mailFailure && (
          <span className="tone-failed" dir="auto">
            {recipient.mailFailure}
          </span>
        )}
        {name === null ? (
          <EmailText email={email} />
        ) : (
          <span className="member-more">
            <EmailText email={email} />
          </span>
        )}
        {below !== '' && (
          <bdi className="member-more" title={below}>
            {below}
          </bdi>
        )}
        {devices.map(({ id, product, isListed }) => (
          <span key={id} className={isListed ? 'member-more' : 'tone-attention'}>
            {isListed ? t('apps.deviceListed', { product }) : t('apps.deviceUnlisted', { product })}
          </span>
        ))}
      </div>
      <div className="member-side">
        {at && full && (
          <time
            dateTime={at}
            title={t('common.labelled', { label: t(`common.mail.${recipient.mail}`), text: full })}
          >
            {when}
          </time>
        )}
        {downloads > 1 && <span>{t('apps.downloads', { count: downloads })}</span>}
      </div>
      <MoreMenu name={name ?? email} entries={menu} onOpenChange={onMenu} />
    </li>
  );
}
