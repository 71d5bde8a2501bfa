import { useMemo, useRef } from 'react';
import type { PeopleView } from '../../../../preload/page.ts';
import { arrangePeople, type PeopleLine, peopleKey, peopleLines } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { Grid, type GridHandle } from '../../../parts/list/grid.tsx';
import { MoreButton } from '../../../parts/list/row.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { offerFile } from '../../../parts/offer-file.ts';
import { Menu } from '../../../parts/overlays/menu.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp } from '../../../state/app-state.ts';
import { useAsk } from '../../../state/data/calls.ts';
import { useDirectory } from '../../../state/data/service-data.ts';
import { useStore } from '../../../state/store.ts';
import type { ServiceDialog } from '../../../state/window/dialog.ts';
import { NothingFound } from '../../nothing-found.tsx';
import { ServiceFrame, useServiceDialog, WhileRunning } from '../service-frame.tsx';
import { MemberDrawer, TeamDrawer } from './people-drawers.tsx';
import { PersonRow, TeamRow } from './people-rows.tsx';

export function PeopleTab({ open }: { readonly open: string | null }) {
  const app = useApp();
  const show = useServiceDialog();
  const list = useRef<GridHandle>(null);
  const running = useStore(app.service).running;
  const search = useStore(app.search);
  const answer = useDirectory();
  const people = running ? answer.data : undefined;
  const arranged = useMemo(() => people && arrangePeople(people), [people]);
  const shown = useMemo(() => (arranged ? peopleLines(arranged, search) : []), [arranged, search]);
  const choose = (item: string | null): void => app.place.choose({ kind: 'service', tab: 'people', item });
  const close = (): void => {
    choose(null);
    list.current?.focus();
  };
  return (
    <ServiceFrame
      tab="people"
      list={list}
      totals={people && <PeopleTotals people={people} />}
      actions={people && <PeopleActions people={people} />}
      onCloseDrawer={() => choose(null)}
      drawer={people && <Details people={people} open={open} onClose={close} />}
    >
      <WhileRunning answer={answer}>
        {people && people.members.length === 0 && people.teams.length === 0 && <NoPeople people={people} />}
        {people && shown.length === 0 && <NothingFound />}
        {people && shown.length > 0 && (
          <Grid
            handle={list}
            label={t('service.people')}
            lines={shown}
            keyOf={peopleKey}
            headingOf={(line) =>
              line.kind !== 'heading' ? null : line.of === 'teams' ? t('service.teams') : t('service.members')
            }
            rowHeight={48}
            openKey={open}
            onOpen={(line) => choose(peopleKey(line))}
            onDelete={(line) => askRemove(line, show)}
          >
            {(line, active) =>
              line.kind === 'team' ? (
                <TeamRow {...line} active={active} />
              ) : line.kind === 'member' ? (
                <PersonRow member={line.member} teams={line.teams} people={people} active={active} />
              ) : null
            }
          </Grid>
        )}
      </WhileRunning>
    </ServiceFrame>
  );
}

function askRemove(line: PeopleLine, open: (show: ServiceDialog) => void): void {
  if (line.kind === 'member') open({ kind: 'remove-member', member: line.member });
  if (line.kind === 'team' && !line.ungrouped) open({ kind: 'remove-team', team: line.team });
}

type DetailsProps = {
  readonly people: PeopleView;
  readonly open: string | null;
  readonly onClose: () => void;
};

function Details({ people, open, onClose }: DetailsProps) {
  const member = people.members.find(({ id }) => open === `member-${id}`);
  if (member) return <MemberDrawer key={open} member={member} people={people} onClose={onClose} />;
  const team = [...people.teams, people.ungrouped].find(({ id }) => open === `team-${id}`);
  if (!team) return null;
  return <TeamDrawer key={open} team={team} people={people} onClose={onClose} />;
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
  const show = useServiceDialog();
  const save = useAsk('service.exportPeople', ({ text }) =>
    offerFile(t('service.exportName'), 'text/csv', text),
  );
  const addMember = (): void => show({ kind: 'member', member: null, people });
  const addTeam = (): void => show({ kind: 'team', team: null });
  const importPeople = (): void => show({ kind: 'import' });
  const exportPeople = (): void => save.mutate({});
  useActions([
    { id: 'service.add-member', label: t('service.addMember'), hint: t('service.people'), run: addMember },
    { id: 'service.add-team', label: t('service.addTeam'), hint: t('service.people'), run: addTeam },
    { id: 'service.import', label: t('service.importPeople'), hint: t('service.people'), run: importPeople },
    { id: 'service.export', label: t('service.exportPeople'), hint: t('service.people'), run: exportPeople },
  ]);
  return (
    <>
      <Button icon="add" className="file-button" title={t('service.addMember')} onClick={addMember}>
        <span>{t('service.addMember')}</span>
      </Button>
      <Menu
        entries={[
          { label: t('service.addTeam'), run: addTeam },
          'separator',
          { label: t('service.importPeople'), run: importPeople },
          { label: t('service.exportPeople'), run: exportPeople },
        ]}
        trigger={<MoreButton name={t('service.people')} />}
      />
    </>
  );
}

function NoPeople({ people }: { readonly people: PeopleView }) {
  const show = useServiceDialog();
  return (
    <Empty title={t('service.noPeopleTitle')} text={t('service.noPeopleText')}>
      <div className="button-line">
        <Button look="primary" onClick={() => show({ kind: 'member', member: null, people })}>
          {t('service.addMember')}
        </Button>
        <Button onClick={() => show({ kind: 'import' })}>{t('service.importPeople')}</Button>
      </div>
    </Empty>
  );
}
