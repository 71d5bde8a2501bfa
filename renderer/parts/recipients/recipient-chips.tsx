import type { MouseEvent } from 'react';
import type { People, Recipients } from '../../../preload/page.ts';
import { editInvalid, type RecipientsDraft } from '../../logic/people/recipients.ts';
import { matches } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { useFormat } from '../../state/app-state.ts';
import { Icon, type IconName } from '../icons.tsx';

type Props = {
  readonly draft: RecipientsDraft;
  readonly people: People | null;
  readonly onChange: (draft: RecipientsDraft) => void;
  readonly onRemoved: () => void;
};

export function RecipientChips({ draft, people, onChange, onRemoved }: Props) {
  const { recipients, bad } = draft;
  const change = (part: Partial<RecipientsDraft['recipients']>): void => {
    onChange({ ...draft, recipients: { ...recipients, ...part } });
    onRemoved();
  };
  const memberOf = (id: number): string => {
    const member = people?.members.find((each) => each.id === id);
    return member?.name ?? member?.email ?? t('recipients.unknownMember', { id });
  };
  return (
    <>
      {recipients.teamIds.map((id) => (
        <Chip
          key={`team ${id}`}
          icon="team"
          name={people?.teams.find((team) => team.id === id)?.name ?? t('recipients.unknownTeam', { id })}
          onRemove={() => change({ teamIds: recipients.teamIds.filter((each) => each !== id) })}
        />
      ))}
      {recipients.memberIds.map((id) => (
        <Chip
          key={`member ${id}`}
          icon="person"
          name={memberOf(id)}
          onRemove={() => change({ memberIds: recipients.memberIds.filter((each) => each !== id) })}
        />
      ))}
      {recipients.emails.map((email) => (
        <Chip
          key={email}
          name={email}
          onRemove={() => change({ emails: recipients.emails.filter((each) => each !== email) })}
        />
      ))}
      {bad.map((word) => (
        <Chip
          key={`bad ${word}`}
          icon="warning"
          name={word}
          bad
          onCorrect={() => {
            onChange(editInvalid(draft, word));
            onRemoved();
          }}
          onRemove={() => {
            onChange({ ...draft, bad: bad.filter((each) => each !== word) });
            onRemoved();
          }}
        />
      ))}
    </>
  );
}

type ChipProps = {
  readonly name: string;
  readonly icon?: IconName;
  readonly bad?: boolean;
  readonly onCorrect?: () => void;
  readonly onRemove: () => void;
};

function Chip({ name, icon, bad = false, onCorrect, onRemove }: ChipProps) {
  return (
    <span className={`chip ${bad ? 'chip-bad' : ''}`}>
      {icon && <Icon name={icon} />}
      {onCorrect ? (
        <button
          type="button"
          className="chip-name chip-correct"
          dir="auto"
          aria-label={t('recipients.correct', { text: name })}
          onClick={onCorrect}
        >
          {name}
        </button>
      ) : (
        <span className="chip-name" dir="auto" title={name}>
          {name}
        </span>
      )}
      <button
        type="button"
        className="chip-remove"
        aria-label={t('recipients.remove', { name: bad ? t('recipients.bad', { name }) : name })}
        onClick={onRemove}
      >
        <Icon name="close" className="chip-cross" />
      </button>
    </span>
  );
}

const maxShown = 24;

type RecipientChoicesProps = {
  readonly draft: RecipientsDraft;
  readonly people: People | null;
  /** `backToField` moves the focus to the text field. */
  readonly onChoose: (recipients: Recipients, backToField: boolean) => void;
};

/** Teams and people that are not chosen yet, neither directly nor through a team. */
export function RecipientChoices({ draft, people, onChoose }: RecipientChoicesProps) {
  const format = useFormat();
  const { recipients, text } = draft;
  const { teamIds, memberIds } = recipients;
  const teams = (people?.teams ?? []).filter(
    (team) => !teamIds.includes(team.id) && matches(text, [team.name]),
  );
  const chosenTeams = (people?.teams ?? []).filter((team) => teamIds.includes(team.id));
  const chosenIds = new Set([...memberIds, ...chosenTeams.flatMap((team) => team.memberIds)]);
  const members = (people?.members ?? []).filter(
    (member) => !chosenIds.has(member.id) && matches(text, [member.name, member.email]),
  );
  const shown = members.slice(0, maxShown);
  if (teams.length + members.length === 0) return null;
  const choose = (chosen: Partial<Recipients>, { currentTarget, detail }: MouseEvent): void => {
    // The chosen button disappears. If the keyboard was used (`detail` is 0), the next choice gets the focus.
    const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling;
    const hasNext = detail === 0 && next instanceof HTMLButtonElement;
    if (hasNext) next.focus();
    onChoose({ ...recipients, ...chosen }, !hasNext);
  };
  return (
    <div className="choices">
      {teams.length > 0 && (
        <fieldset className="choice-group">
          <legend>{t('recipients.teams')}</legend>
          {teams.slice(0, maxShown).map((team) => (
            <button
              key={team.id}
              type="button"
              className="choice"
              onClick={(event) => choose({ teamIds: [...teamIds, team.id] }, event)}
            >
              <Icon name="team" />
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
              onClick={(event) => choose({ memberIds: [...memberIds, member.id] }, event)}
            >
              <Icon name="person" />
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
