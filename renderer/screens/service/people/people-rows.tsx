import type { MemberView, PeopleView, TeamView } from '../../../../preload/page.ts';
import { nameOf } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { IconTile, Row } from '../../../parts/list/row.tsx';
import { MoreMenu } from '../../../parts/overlays/menu.tsx';
import { useApp, useFormat } from '../../../state/app-state.ts';

type TeamProps = { readonly team: TeamView; readonly ungrouped: boolean };

export function TeamRow({ team, ungrouped }: TeamProps) {
  const show = useApp().dialog.set;
  const count = team.memberIds.length;
  return (
    <Row
      tile={<IconTile icon="team" />}
      name={ungrouped ? t('service.ungrouped') : team.name}
      title={team.name}
      second={<span>{t('service.countPeople', { count })}</span>}
    >
      {!ungrouped && (
        <MoreMenu
          name={team.name}
          entries={[
            { label: t('service.rename'), run: () => show({ kind: 'team', team }) },
            'separator',
            { label: t('service.remove'), danger: true, run: () => show({ kind: 'remove-team', team }) },
          ]}
        />
      )}
    </Row>
  );
}

type PersonProps = {
  readonly member: MemberView;
  readonly teams: readonly string[];
  readonly people: PeopleView;
};

export function PersonRow({ member, teams, people }: PersonProps) {
  const show = useApp().dialog.set;
  const format = useFormat();
  const name = nameOf(member);
  return (
    <Row
      tile={<IconTile icon="person" />}
      name={name}
      second={member.name !== null && <span dir="auto">{member.email}</span>}
    >
      {teams.length > 0 && (
        <span className="row-teams" dir="auto" title={format.list(teams)}>
          {teams.join(', ')}
        </span>
      )}
      <MoreMenu
        name={name}
        entries={[
          { label: t('service.edit'), run: () => show({ kind: 'member', member, people }) },
          'separator',
          { label: t('service.remove'), danger: true, run: () => show({ kind: 'remove-member', member }) },
        ]}
      />
    </Row>
  );
}
