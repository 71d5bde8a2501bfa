import { useState } from 'react';
import { isAddress } from '../../../logic/people/addresses.ts';
import { withToggled } from '../../../logic/selection.ts';
import { nameOf } from '../../../logic/service.ts';
import { matches } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { TextField } from '../../../parts/fields/fields.tsx';
import { FormDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useCommand } from '../../../state/data/calls.ts';
import { useForm } from '../../../state/drafts/form.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';

export const emailProblem = (text: string): string | undefined =>
  isAddress(text.trim()) ? undefined : t('service.emailNeeded');

export const nameProblem = (text: string): string | undefined =>
  text.trim() === '' ? t('service.nameNeeded') : undefined;

export function MemberDialog({ member, people }: DialogProps<'member'>) {
  const close = useCloseDialog();
  const add = useCommand('service.addMember', close);
  const change = useCommand('service.changeMember', close);
  const form = useForm(() => {
    const teams = people.teams.filter(({ memberIds }) => member && memberIds.includes(member.id));
    const teamIds: ReadonlySet<number> = new Set(teams.map(({ id }) => id));
    return { email: member?.email ?? '', name: member?.name ?? '', teamIds };
  }, [add, change]);
  const { email, name, teamIds } = form.draft;
  const submit = (): void => {
    if (!form.check(() => ({ email: emailProblem(email) }))) return;
    const values = { email: email.trim(), name: name.trim() || null, teamIds: [...teamIds] };
    if (member) change.mutate({ id: member.id, ...values });
    else add.mutate(values);
  };
  return (
    <FormDialog
      title={member ? t('service.editMemberTitle') : t('service.addMemberTitle')}
      button={member ? t('common.save') : t('service.add')}
      state={form}
      onSubmit={submit}
    >
      <TextField label={t('service.email')} required type="email" inputMode="email" {...form.text('email')} />
      <TextField label={t('service.name')} hint={t('service.optional')} dir="auto" {...form.text('name')} />
      <Choices
        label={t('service.inTeams')}
        empty={t('service.inNoTeams')}
        choices={people.teams.map(({ id, name }) => [id, name] as const)}
        chosen={teamIds}
        onToggle={(id) => form.change({ teamIds: withToggled(teamIds, id) })}
      />
    </FormDialog>
  );
}

type ChoicesProps = {
  readonly label: string;
  readonly empty: string;
  readonly choices: readonly (readonly [id: number, text: string])[];
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
};

/** Minimum number of choices for which a search field is shown. */
const searchableFrom = 10;

function Choices({ label, empty, choices, chosen, onToggle }: ChoicesProps) {
  const [search, setSearch] = useState('');
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      {choices.length === 0 && <p className="field-hint">{empty}</p>}
      {choices.length >= searchableFrom && (
        <input
          className="input"
          type="search"
          aria-label={t('common.search')}
          placeholder={t('common.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="team-choices">
        {choices
          .filter(([, text]) => matches(search, [text]))
          .map(([id, text]) => (
            <label key={id} className="team-choice">
              <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
              <bdi>{text}</bdi>
            </label>
          ))}
      </div>
    </fieldset>
  );
}

export function TeamDialog({ team, people }: DialogProps<'team'>) {
  const close = useCloseDialog();
  const add = useCommand('service.addTeam', close);
  const change = useCommand('service.changeTeam', close);
  const form = useForm(
    () => ({ name: team?.name ?? '', memberIds: new Set(team?.memberIds) as ReadonlySet<number> }),
    [add, change],
  );
  const { name, memberIds } = form.draft;
  const submit = (): void => {
    if (!form.check(() => ({ name: nameProblem(name) }))) return;
    if (team) change.mutate({ id: team.id, name, memberIds: [...memberIds] });
    else add.mutate({ name });
  };
  return (
    <FormDialog
      title={team ? t('service.editTeamTitle') : t('service.addTeamTitle')}
      button={team ? t('common.save') : t('service.add')}
      state={form}
      onSubmit={submit}
    >
      <TextField label={t('service.name')} required dir="auto" {...form.text('name')} />
      {team && (
        <Choices
          label={t('service.members')}
          empty={t('service.noPeopleTitle')}
          choices={people.members.map(
            (member) =>
              [
                member.id,
                member.name === null ? member.email : `${nameOf(member)} · ${member.email}`,
              ] as const,
          )}
          chosen={memberIds}
          onToggle={(id) => form.change({ memberIds: withToggled(memberIds, id) })}
        />
      )}
    </FormDialog>
  );
}
