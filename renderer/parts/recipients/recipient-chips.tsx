import type { People } from '../../../preload/page.ts';
import { type RecipientsDraft, takeBack } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { Icon, type IconName } from '../icons.tsx';

type Props = {
  readonly draft: RecipientsDraft;
  readonly people: People | null;
  readonly onChange: (draft: RecipientsDraft) => void;
  readonly onRemoved: () => void;
};

/** The chosen ones, each with a way to remove it. */
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
            onChange(takeBack(draft, word));
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
  /** Given where the text can be taken back and corrected. */
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
