import { useState } from 'react';
import type { MemberView, PeopleView, TeamView } from '../../../../preload/page.ts';
import { isAddress } from '../../../logic/people/addresses.ts';
import { t } from '../../../messages.ts';
import { TextField } from '../../../parts/fields/fields.tsx';
import { FormDialog } from '../../../parts/overlays/dialog.tsx';
import { useAsk } from '../../../state/data/calls.ts';
import { useCheckedText } from '../../../state/drafts/checked-text.ts';

type MemberProps = {
  /** Null: a new one. */
  readonly member: MemberView | null;
  readonly people: PeopleView;
  readonly onClose: () => void;
};

export function MemberDialog({ member, people, onClose }: MemberProps) {
  const email = useCheckedText(member?.email ?? '', (text) =>
    isAddress(text.trim()) ? undefined : t('service.emailNeeded'),
  );
  const [name, setName] = useState(member?.name ?? '');
  const [teamIds, setTeamIds] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        people.teams.filter(({ memberIds }) => member && memberIds.includes(member.id)).map(({ id }) => id),
      ),
  );
  const add = useAsk('service.addMember', onClose);
  const change = useAsk('service.changeMember', onClose);
  const busy = add.isPending || change.isPending;
  const error = add.error ?? change.error;
  const submit = (): void => {
    if (busy || !email.check()) return;
    const values = { email: email.text.trim(), name: name.trim() || null, teamIds: [...teamIds] };
    if (member) change.mutate({ id: member.id, ...values });
    else add.mutate(values);
  };
  return (
    <FormDialog
      title={member ? t('service.editMemberTitle') : t('service.addMemberTitle')}
      button={member ? t('common.save') : t('service.add')}
      disabled={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('service.email')} required type="email" inputMode="email" {...email.field} />
      <TextField
        label={t('service.name')}
        hint={t('service.optional')}
        dir="auto"
        value={name}
        onText={setName}
      />
      <TeamChoices teams={people.teams} chosen={teamIds} onChange={setTeamIds} />
    </FormDialog>
  );
}

type ChoicesProps = {
  readonly teams: readonly TeamView[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
};

function TeamChoices({ teams, chosen, onChange }: ChoicesProps) {
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="field">
      <legend className="field-label">{t('service.inTeams')}</legend>
      {teams.length === 0 && <p className="field-hint">{t('service.inNoTeams')}</p>}
      <div className="team-choices">
        {teams.map(({ id, name }) => (
          <label key={id} className="team-choice">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TeamProps = { readonly team: TeamView | null; readonly onClose: () => void };

export function TeamDialog({ team, onClose }: TeamProps) {
  const name = useCheckedText(team?.name ?? '', nameNeeded);
  const add = useAsk('service.addTeam', onClose);
  const rename = useAsk('service.renameTeam', onClose);
  const busy = add.isPending || rename.isPending;
  const error = add.error ?? rename.error;
  const submit = (): void => {
    if (busy || !name.check()) return;
    if (team) rename.mutate({ id: team.id, name: name.text });
    else add.mutate({ name: name.text });
  };
  return (
    <FormDialog
      title={team ? t('service.renameTeamTitle', { name: team.name }) : t('service.addTeamTitle')}
      button={team ? t('common.save') : t('service.add')}
      disabled={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('service.name')} required dir="auto" {...name.field} />
    </FormDialog>
  );
}

/** For `useCheckedText`. */
export const nameNeeded = (text: string): string | undefined =>
  text.trim() === '' ? t('service.nameNeeded') : undefined;
