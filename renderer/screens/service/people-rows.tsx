import type { MemberView, PeopleView, TeamView } from '../../../preload/page.ts';
import { nameOf } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';

type TeamProps = { readonly team: TeamView; readonly ungrouped: boolean; readonly active: boolean };

export function TeamRow({ team, ungrouped, active }: TeamProps) {
  const app = useApp();
  const count = team.memberIds.length;
  return (
    <div className="row">
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name="team" />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={team.name}>
            {ungrouped ? t('service.ungrouped') : team.name}
          </bdi>
        </div>
        <div className="row-second">
          <span>{t('service.countPeople', { count })}</span>
        </div>
      </div>
      {!ungrouped && (
        <Menu
          entries={[
            {
              label: t('service.rename'),
              run: () => app.dialog.set({ kind: 'service', show: { kind: 'team', team } }),
            },
            'separator',
            {
              label: t('service.remove'),
              danger: true,
              run: () => app.dialog.set({ kind: 'service', show: { kind: 'remove-team', team } }),
            },
          ]}
          trigger={
            <IconButton
              icon="more"
              label={t('common.moreFor', { name: team.name })}
              title={t('common.more')}
              tabIndex={active ? 0 : -1}
            />
          }
        />
      )}
    </div>
  );
}

type PersonProps = {
  readonly member: MemberView;
  readonly teams: readonly string[];
  readonly people: PeopleView;
  readonly active: boolean;
};

export function PersonRow({ member, teams, people, active }: PersonProps) {
  const app = useApp();
  const format = useFormat();
  return (
    <div className="row">
      <span className="tile tile-icon" aria-hidden="true">
        <Icon name="person" />
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={nameOf(member)}>
            {nameOf(member)}
          </bdi>
        </div>
        <div className="row-second">{member.name !== null && <span dir="auto">{member.email}</span>}</div>
      </div>
      {teams.length > 0 && (
        <span className="row-teams" dir="auto" title={format.list(teams)}>
          {teams.join(', ')}
        </span>
      )}
      <Menu
        entries={[
          {
            label: t('service.edit'),
            run: () => app.dialog.set({ kind: 'service', show: { kind: 'member', member, people } }),
          },
          'separator',
          {
            label: t('service.remove'),
            danger: true,
            run: () => app.dialog.set({ kind: 'service', show: { kind: 'remove-member', member } }),
          },
        ]}
        trigger={
          <IconButton
            icon="more"
            label={t('common.moreFor', { name: nameOf(member) })}
            title={t('common.more')}
            tabIndex={active ? 0 : -1}
          />
        }
      />
    </div>
  );
}
