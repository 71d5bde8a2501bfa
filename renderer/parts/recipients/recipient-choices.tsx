import type { People, Recipients } from '../../../preload/page.ts';
import { type RecipientsDraft, toggled } from '../../logic/people/recipients.ts';
import { matches } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { useFormat } from '../../state/app-state.ts';
import { Icon } from '../icons.tsx';

const mostShown = 24;

type Props = {
  readonly draft: RecipientsDraft;
  readonly people: People | null;
  readonly onChoose: (recipients: Recipients, byPointer: boolean) => void;
};

/** The teams and people that can be chosen with a click, filtered by what is being typed. */
export function RecipientChoices({ draft, people, onChoose }: Props) {
  const format = useFormat();
  const { recipients, text } = draft;
  const teams = (people?.teams ?? []).filter((team) => matches(text, [team.name]));
  const members = (people?.members ?? []).filter((member) => matches(text, [member.name, member.email]));
  const shown = members.slice(0, mostShown);
  if (teams.length + members.length === 0) return null;
  return (
    <div className="choices">
      {teams.length > 0 && (
        <fieldset className="choice-group">
          <legend>{t('recipients.teams')}</legend>
          {teams.slice(0, mostShown).map((team) => (
            <button
              key={team.id}
              type="button"
              className="choice"
              aria-pressed={recipients.teamIds.includes(team.id)}
              onClick={({ detail }) =>
                onChoose({ ...recipients, teamIds: [...toggled(recipients.teamIds, team.id)] }, detail > 0)
              }
            >
              <Icon name={recipients.teamIds.includes(team.id) ? 'check' : 'team'} />
              <span dir="auto">{team.name}</span>
              <span className="choice-count">
                <span aria-hidden="true">{format.count(team.memberIds.length)}</span>
                <span className="visually-hidden">
                  {t('recipients.members', { count: team.memberIds.length })}
                </span>
              </span>
            </button>
          ))}
        </fieldset>
      )}
      {shown.length > 0 && (
        <fieldset className="choice-group">
          <legend>{t('recipients.people')}</legend>
          {shown.map((member) => (
            <button
              key={member.id}
              type="button"
              className="choice"
              title={member.email}
              aria-pressed={recipients.memberIds.includes(member.id)}
              onClick={({ detail }) =>
                onChoose(
                  { ...recipients, memberIds: [...toggled(recipients.memberIds, member.id)] },
                  detail > 0,
                )
              }
            >
              <Icon name={recipients.memberIds.includes(member.id) ? 'check' : 'person'} />
              <span dir="auto">{member.name ?? member.email}</span>
            </button>
          ))}
          {members.length > shown.length && (
            <span className="field-hint">
              {t('recipients.moreHidden', { count: members.length - shown.length })}
            </span>
          )}
        </fieldset>
      )}
    </div>
  );
}
