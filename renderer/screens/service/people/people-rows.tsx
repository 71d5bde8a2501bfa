import type { MemberView, PeopleView, TeamView } from '../../../../preload/page.ts';
import { nameOf } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { IconRow, MoreButton } from '../../../parts/list/row.tsx';
import { Menu } from '../../../parts/overlays/menu.tsx';
import { useFormat } from '../../../state/app-state.ts';
import { useServiceDialog } from '../service-frame.tsx';

type TeamProps = { readonly team: TeamView; readonly ungrouped: boolean; readonly active: boolean };

export function TeamRow({ team, ungrouped, active }: TeamProps) {
  const show = useServiceDialog();
  const count = team.memberIds.length;
  return (
    <IconRow
      icon="team"
      name={ungrouped ? t('service.ungrouped') : team.name}
      title={team.name}
      second={<span>{t('service.countPeople', { count })}</span>}
    >
      {!ungrouped && (
        <Menu
          entries={[
            { label: t('service.rename'), run: () => show({ kind: 'team', team }) },
            'separator',
            { label: t('service.remove'), danger: true, run: () => show({ kind: 'remove-team', team }) },
          ]}
          trigger={<MoreButton name={team.name} tabIndex={active ? 0 : -1} />}
        />
      )}
    </IconRow>
  );
}

type PersonProps = {
  readonly member: MemberView;
  readonly teams: readonly string[];
  readonly people: PeopleView;
  readonly active: boolean;
};

export function PersonRow({ member, teams, people, active }: PersonProps) {
  const show = useServiceDialog();
  const format = useFormat();
  return (
    <IconRow
      icon="person"
      name={nameOf(member)}
      second={member.name !== null && <span dir="auto">{member.email}</span>}
    >
      {teams.length > 0 && (
        <span className="row-teams" dir="auto" title={format.list(teams)}>
          {teams.join(', ')}
        </span>
      )}
      <Menu
        entries={[
          { label: t('service.edit'), run: () => show({ kind: 'member', member, people }) },
          'separator',
          { label: t('service.remove'), danger: true, run: () => show({ kind: 'remove-member', member }) },
        ]}
        trigger={<MoreButton name={nameOf(member)} tabIndex={active ? 0 : -1} />}
      />
    </IconRow>
  );
}
