import { useMemo } from 'react';
import type { MemberView, PeopleView, TeamView } from '../../../../preload/page.ts';
import { arrangePeople, nameOf, type PeopleLine, peopleKey, peopleLines } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { Button, TitleButton } from '../../../parts/button.tsx';
import { EmailText } from '../../../parts/email-text.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { Grid } from '../../../parts/list/grid.tsx';
import { IconTile, Row } from '../../../parts/list/row.tsx';
import { PersonTile } from '../../../parts/list/tile.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { MoreMenu } from '../../../parts/overlays/menu.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { useServiceQuery } from '../../../state/data/service-data.ts';
import { useStore } from '../../../state/store.ts';
import type { OpenDialog } from '../../../state/window/dialog.ts';
import { NoResults } from '../../nothing-found.tsx';
import { ServiceFrame, WhileRunning } from '../service-frame.tsx';
import { MemberDrawer, TeamDrawer } from './people-drawers.tsx';

export function PeopleTab({ open }: { readonly open: string | null }) {
  const app = useApp();
  const show = useApp().dialog.set;
  const running = useStore(app.service).running;
  const search = useStore(app.search);
  const answer = useServiceQuery('service.people', {});
  const people = running ? answer.data : undefined;
  const arranged = useMemo(() => people && arrangePeople(people), [people]);
  const shown = useMemo(() => (arranged ? peopleLines(arranged, search) : []), [arranged, search]);
  const choose = (item: string | null): void => app.screen.replace({ kind: 'service', tab: 'people', item });
  return (
    <ServiceFrame
      tab="people"
      totals={people && <PeopleTotals people={people} />}
      actions={people && <PeopleActions people={people} />}
      onCloseDrawer={() => choose(null)}
      drawer={people && <Details people={people} open={open} />}
    >
      <WhileRunning answer={answer}>
        {people && isEmpty(people) && <NoPeople people={people} />}
        {people && shown.length === 0 && <NoResults />}
        {people && shown.length > 0 && (
          <Grid
            label={t('service.people')}
            lines={shown}
            keyOf={peopleKey}
            headingOf={(line) =>
              line.kind !== 'heading' ? null : line.of === 'teams' ? t('service.teams') : t('service.members')
            }
            rowHeight={56}
            openKey={open}
            onOpen={(line) => choose(peopleKey(line))}
            onDelete={(line) => askRemove(line, show)}
          >
            {(line) =>
              line.kind === 'team' ? (
                <TeamRow {...line} people={people} />
              ) : line.kind === 'member' ? (
                <PersonRow {...line} people={people} />
              ) : null
            }
          </Grid>
        )}
      </WhileRunning>
    </ServiceFrame>
  );
}

const isEmpty = ({ members, teams }: PeopleView): boolean => members.length === 0 && teams.length === 0;

function askRemove(line: PeopleLine, open: (dialog: OpenDialog) => void): void {
  if (line.kind === 'member') open({ kind: 'remove-member', member: line.member });
  if (line.kind === 'team' && !line.ungrouped) open({ kind: 'remove-team', team: line.team });
}

type DetailsProps = { readonly people: PeopleView; readonly open: string | null };

function Details({ people, open }: DetailsProps) {
  const member = people.members.find(({ id }) => open === `member-${id}`);
  if (member) return <MemberDrawer key={open} member={member} people={people} />;
  const team = [...people.teams, people.ungrouped].find(({ id }) => open === `team-${id}`);
  return team ? <TeamDrawer key={open} team={team} people={people} /> : null;
}

function PeopleTotals({ people }: { readonly people: PeopleView }) {
  const [members, teams] = [people.members.length, people.teams.length];
  return (
    <Totals
      parts={[t('service.countPeople', { count: members }), t('service.countTeams', { count: teams })]}
    />
  );
}

function PeopleActions({ people }: { readonly people: PeopleView }) {
  const show = useApp().dialog.set;
  const save = useCommand('service.exportPeople', ({ text }) =>
    offerFile(t('service.exportName'), 'text/csv', text),
  );
  const devices = useServiceQuery('service.devices', {}).data ?? [];
  const saveDevices = useCommand('service.exportDevices', ({ text }) =>
    offerFile(t('service.devicesName'), 'text/plain', text),
  );
  const hint = t('service.people');
  const addMember = {
    label: t('service.addMember'),
    run: () => show({ kind: 'member', member: null, people }),
  };
  const addTeam = { label: t('service.addTeam'), run: () => show({ kind: 'team', team: null, people }) };
  const importPeople = { label: t('service.importPeople'), run: () => show({ kind: 'import' }) };
  const exportPeople = { label: t('service.exportPeople'), run: () => save.mutate({}) };
  const exportDevices =
    devices.length === 0 ? [] : [{ label: t('service.exportDevices'), run: () => saveDevices.mutate({}) }];
  useActions([
    { id: 'service.add-member', hint, ...addMember },
    { id: 'service.add-team', hint, ...addTeam },
    { id: 'service.import', hint, ...importPeople },
    { id: 'service.export', hint, ...exportPeople },
    ...exportDevices.map((action) => ({ id: 'service.export-devices', hint, ...action })),
  ]);
  return (
    <>
      {!isEmpty(people) && <TitleButton icon="add" label={addMember.label} onClick={addMember.run} />}
      <MoreMenu name={hint} entries={[addTeam, 'separator', importPeople, exportPeople, ...exportDevices]} />
    </>
  );
}

function NoPeople({ people }: { readonly people: PeopleView }) {
  const show = useApp().dialog.set;
  return (
    <Empty title={t('service.noPeopleTitle')} text={t('service.noPeopleText')}>
      <div className="button-line">
        <Button variant="primary" onClick={() => show({ kind: 'member', member: null, people })}>
          {t('service.addMember')}
        </Button>
        <Button onClick={() => show({ kind: 'import' })}>{t('service.importPeople')}</Button>
      </div>
    </Empty>
  );
}

function offerFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click, at an unknown time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

type TeamProps = { readonly team: TeamView; readonly ungrouped: boolean; readonly people: PeopleView };

function TeamRow({ team, ungrouped, people }: TeamProps) {
  const show = useApp().dialog.set;
  const count = team.memberIds.length;
  return (
    <Row
      className={ungrouped ? 'row-rest' : ''}
      tile={<IconTile icon={ungrouped ? 'person' : 'team'} />}
      name={ungrouped ? t('service.ungrouped') : team.name}
      title={team.name}
      second={<span>{t('service.countPeople', { count })}</span>}
    >
      {!ungrouped && (
        <MoreMenu
          name={team.name}
          entries={[
            { label: t('service.edit'), run: () => show({ kind: 'team', team, people }) },
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

function PersonRow({ member, teams, people }: PersonProps) {
  const show = useApp().dialog.set;
  const format = useFormat();
  const name = nameOf(member);
  return (
    <Row
      tile={<PersonTile name={name} />}
      name={name}
      text={member.name === null && <EmailText email={name} />}
      second={member.name !== null && <EmailText email={member.email} />}
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
