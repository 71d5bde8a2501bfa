import type { TeamView } from '../../../../preload/page.ts';
import { isAddress } from '../../../logic/people/addresses.ts';
import { withToggled } from '../../../logic/selection.ts';
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
      <TeamChoices
        teams={people.teams}
        chosen={teamIds}
        onToggle={(id) => form.change({ teamIds: withToggled(teamIds, id) })}
      />
    </FormDialog>
  );
}

type ChoicesProps = {
  readonly teams: readonly TeamView[];
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
};

function TeamChoices({ teams, chosen, onToggle }: ChoicesProps) {
  return (
    <fieldset className="field">
      <legend className="field-label">{t('service.inTeams')}</legend>
      {teams.length === 0 && <p className="field-hint">{t('service.inNoTeams')}</p>}
      <div className="team-choices">
        {teams.map(({ id, name }) => (
          <label key={id} className="team-choice">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function TeamDialog({ team }: DialogProps<'team'>) {
  const close = useCloseDialog();
  const add = useCommand('service.addTeam', close);
  const rename = useCommand('service.renameTeam', close);
  const form = useForm({ name: team?.name ?? '' }, [add, rename]);
  const { name } = form.draft;
  const submit = (): void => {
    if (!form.check(() => ({ name: nameProblem(name) }))) return;
    if (team) rename.mutate({ id: team.id, name });
    else add.mutate({ name });
  };
  return (
    <FormDialog
      title={team ? t('service.renameTeamTitle', { name: team.name }) : t('service.addTeamTitle')}
      button={team ? t('common.save') : t('service.add')}
      state={form}
      onSubmit={submit}
    >
      <TextField label={t('service.name')} required dir="auto" {...form.text('name')} />
    </FormDialog>
  );
}
