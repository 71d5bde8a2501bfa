import type { MemberView, PeopleView, TeamView } from '../../../../preload/page.ts';
import { nameOf } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { Drawer, DrawerSection, Facts, Selectable } from '../../../parts/overlays/drawer.tsx';
import { WrappingText } from '../../../parts/wrapping-text.tsx';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { useServiceQuery } from '../../../state/data/service-data.ts';
import { ReadFailure } from '../../query-state.tsx';

/** Maximum names in a drawer. To find others, the user searches the list. */
const namesShown = 200;

type MemberProps = { readonly member: MemberView; readonly people: PeopleView };

export function MemberDrawer({ member, people }: MemberProps) {
  const show = useApp().dialog.set;
  const teams = people.teams.filter(({ memberIds }) => memberIds.includes(member.id));
  return (
    <Drawer title={nameOf(member)}>
      <div className="drawer-bar">
        <Button onClick={() => show({ kind: 'member', member, people })}>{t('service.edit')}</Button>
      </div>
      <Facts
        facts={[
          [t('service.email'), <WrappingText key="email" text={member.email} />],
          [
            t('service.inTeams'),
            teams.length === 0 ? t('service.ungrouped') : teams.map(({ name }) => name).join(', '),
          ],
        ]}
      />
      <MemberDevices member={member} />
      <div className="drawer-bar">
        <Button variant="danger" onClick={() => show({ kind: 'remove-member', member })}>
          {t('service.remove')}
        </Button>
      </div>
    </Drawer>
  );
}

function MemberDevices({ member }: Pick<MemberProps, 'member'>) {
  const show = useApp().dialog.set;
  const format = useFormat();
  const answer = useServiceQuery('service.devices', {});
  const devices = answer.data?.filter(({ memberId }) => memberId === member.id) ?? [];
  return (
    <DrawerSection title={t('service.devices')}>
      {answer.isPending && <Loading />}
      <ReadFailure answer={answer} announce={false} />
      {answer.data && devices.length === 0 && <p className="quiet">{t('service.noDevices')}</p>}
      <div className="members">
        <ul>
          {devices.map((device) => (
            <li key={device.id}>
              <div className="member-name">
                <bdi>{device.product}</bdi>
                <Selectable text={device.udid} />
                <span className="member-more">
                  {t('service.registeredOn', { date: format.dateTime(device.registeredAt) })}
                </span>
              </div>
              <Button
                variant="quiet"
                className="tone-failed"
                aria-label={t('service.removeDevice', { product: device.product })}
                onClick={() => show({ kind: 'remove-device', device, member })}
              >
                {t('service.remove')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </DrawerSection>
  );
}

type TeamProps = { readonly team: TeamView; readonly people: PeopleView };

export function TeamDrawer({ team, people }: TeamProps) {
  const { dialog, screen } = useApp();
  const show = dialog.set;
  const open = ({ id }: MemberView): void =>
    screen.go({ kind: 'service', tab: 'people', item: `member-${id}` });
  const ungrouped = team.id === people.ungrouped.id;
  const ids = new Set(team.memberIds);
  const members = people.members.filter(({ id }) => ids.has(id));
  const more = members.length - namesShown;
  return (
    <Drawer title={ungrouped ? t('service.ungrouped') : team.name}>
      {ungrouped ? (
        <p className="quiet">{t('service.ungroupedText')}</p>
      ) : (
        <div className="drawer-bar">
          <Button onClick={() => show({ kind: 'team', team, people })}>{t('service.edit')}</Button>
        </div>
      )}
      <DrawerSection title={t('service.countPeople', { count: members.length })}>
        {members.length === 0 && <p className="quiet">{t('service.noMembers')}</p>}
        <ul className="names">
          {members.slice(0, namesShown).map((member) => (
            <li key={member.id} title={member.email}>
              <Button variant="quiet" onClick={() => open(member)}>
                <bdi>{nameOf(member)}</bdi>
                {member.name !== null && <span className="quiet">{member.email}</span>}
              </Button>
            </li>
          ))}
          {more > 0 && <li className="quiet">{t('service.moreMembers', { count: more })}</li>}
        </ul>
      </DrawerSection>
      {!ungrouped && (
        <div className="drawer-bar">
          <Button variant="danger" onClick={() => show({ kind: 'remove-team', team })}>
            {t('service.remove')}
          </Button>
        </div>
      )}
    </Drawer>
  );
}
