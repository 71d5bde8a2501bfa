import { useState } from 'react';
import type { MemberView, PeopleView, TeamView } from '../../../preload/page.ts';
import { isAddress } from '../../logic/addresses.ts';
import { nameOf } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import { Confirm, FormDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useAsk } from '../../state/calls.ts';
import { ConfirmCall } from '../confirm-call.tsx';

type MemberProps = {
  /** Null: a new one. */
  readonly member: MemberView | null;
  readonly people: PeopleView;
  readonly onClose: () => void;
};

export function MemberDialog({ member, people, onClose }: MemberProps) {
  const [email, setEmail] = useState(member?.email ?? '');
  const [name, setName] = useState(member?.name ?? '');
  const [teamIds, setTeamIds] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        people.teams.filter(({ memberIds }) => member && memberIds.includes(member.id)).map(({ id }) => id),
      ),
  );
  const [problem, setProblem] = useState<string | undefined>();
  const add = useAsk('service.addMember', onClose);
  const change = useAsk('service.changeMember', onClose);
  const busy = add.isPending || change.isPending;
  const error = add.error ?? change.error;
  const submit = (): void => {
    if (busy) return;
    const wrong = isAddress(email.trim()) ? undefined : t('service.emailNeeded');
    setProblem(wrong);
    if (wrong !== undefined) return;
    const values = { email: email.trim(), name: name.trim() || null, teamIds: [...teamIds] };
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
      <TextField
        label={t('service.email')}
        required
        type="email"
        inputMode="email"
        value={email}
        error={problem}
        onText={(text) => {
          setEmail(text);
          setProblem(undefined);
        }}
      />
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
  const [name, setName] = useState(team?.name ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const add = useAsk('service.addTeam', onClose);
  const rename = useAsk('service.renameTeam', onClose);
  const busy = add.isPending || rename.isPending;
  const error = add.error ?? rename.error;
  const submit = (): void => {
    if (busy) return;
    const wrong = name.trim() === '' ? t('service.nameNeeded') : undefined;
    setProblem(wrong);
    if (wrong !== undefined) return;
    if (team) rename.mutate({ id: team.id, name });
    else add.mutate({ name });
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
      <TextField
        label={t('service.name')}
        required
        dir="auto"
        value={name}
        error={problem}
        onText={(text) => {
          setName(text);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}

export function RemoveMemberDialog({
  member,
  onClose,
}: {
  readonly member: MemberView;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmCall
      call="service.removeMember"
      values={{ id: member.id }}
      title={t('service.removeMemberTitle', { name: nameOf(member) })}
      text={t('service.removeMemberText')}
      button={t('service.removeMemberButton')}
      busyButton={t('service.removing')}
      onClose={onClose}
    />
  );
}

export function RemoveTeamDialog({
  team,
  onClose,
}: {
  readonly team: TeamView;
  readonly onClose: () => void;
}) {
  const remove = useAsk('service.removeTeam', onClose);
  const count = team.memberIds.length;
  return (
    <Confirm
      title={t('service.removeTeamTitle', { name: team.name })}
      text={t('service.removeTeamText', { count })}
      button={t('service.removeTeamButton')}
      busyButton={t('service.removing')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: team.id })}
    />
  );
}
