import { type ClipboardEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { searchText } from '../../../main/base/search-text.ts';
import type { Failure, People, Recipients } from '../../../preload/page.ts';
import {
  addText,
  audience,
  misspelt,
  type RecipientsDraft,
  type ResolvedRecipient,
  replaceAddress,
} from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { EmailText } from '../email-text.tsx';
import { InlineFailure } from '../failure.tsx';
import { FieldError } from '../fields/fields.tsx';
import { AddressSuggestion } from './address-suggestion.tsx';
import { RecipientChips, RecipientChoices } from './recipient-chips.tsx';

type Props = {
  readonly label?: string;
  readonly draft: RecipientsDraft;
  readonly onChange: (draft: RecipientsDraft) => void;
  readonly people: People | null;
  readonly peopleFailure: Failure | null;
  readonly problem: string | null;
  readonly expanded?: boolean;
};

export function RecipientsField({
  label = t('recipients.label'),
  draft,
  onChange,
  people,
  peopleFailure,
  problem,
  expanded = false,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const addTyped = (text: string): void => onChange(addText(draft, text, people));
  const choose = (recipients: Recipients, backToField: boolean): void => {
    onChange({ ...draft, recipients, text: draft.text.includes('@') ? draft.text : '' });
    if (backToField) input.current?.focus();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!/[@,;\n]/.test(text)) return;
    event.preventDefault();
    addTyped(`${draft.text} ${text}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const typed = draft.text.trim();
    const ends = event.key === ',' || event.key === ';' || (event.key === ' ' && /^\S+@\S+$/.test(typed));
    if ((event.key === 'Enter' && typed !== '') || (ends && typed !== '')) {
      event.preventDefault();
      const first = event.key === 'Enter' && !typed.includes('@') ? firstMatch(typed, people) : null;
      if (first === null) addTyped(typed);
      else choose(chosenWith(draft.recipients, first), false);
    } else if (event.key === 'Backspace' && draft.text === '') onChange(withoutLast(draft));
  };
  return (
    <div className="field recipients">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: clicking the empty area focuses the input, as in any text field */}
      <div
        className="recipients-box"
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <RecipientChips
          draft={draft}
          people={people}
          onChange={onChange}
          onRemoved={() => input.current?.focus()}
        />
        <input
          id={id}
          ref={input}
          value={draft.text}
          placeholder={t('recipients.placeholder')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note ${id}-summary`}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          onBlur={() => draft.text.includes('@') && addTyped(draft.text)}
        />
      </div>
      <div id={`${id}-note`}>
        {problem && <FieldError role="alert">{problem}</FieldError>}
        <p className="field-hint">{t('recipients.hint')}</p>
      </div>
      {misspelt(draft, people).map((change) => (
        <AddressSuggestion
          key={change.from}
          address={change.to}
          onAccept={() => {
            onChange(replaceAddress(draft, change, people));
            input.current?.focus();
          }}
        />
      ))}
      <RecipientChoices draft={draft} people={people} onChoose={choose} />
      {peopleFailure && <InlineFailure failure={peopleFailure} announce={false} />}
      <Addressees id={`${id}-summary`} recipients={draft.recipients} people={people} unfolded={expanded} />
    </div>
  );
}

type Match = { readonly kind: 'team' | 'member'; readonly id: number };

function firstMatch(text: string, people: People | null): Match | null {
  const wanted = searchText(text);
  const team = people?.teams.find((each) => searchText(each.name).startsWith(wanted));
  if (team) return { kind: 'team', id: team.id };
  const member = people?.members.find((each) =>
    searchText(`${each.name ?? ''} ${each.email}`).includes(wanted),
  );
  return member ? { kind: 'member', id: member.id } : null;
}

const chosenWith = (recipients: Recipients, { kind, id }: Match): Recipients =>
  kind === 'team'
    ? { ...recipients, teamIds: [...new Set([...recipients.teamIds, id])] }
    : { ...recipients, memberIds: [...new Set([...recipients.memberIds, id])] };

function withoutLast(draft: RecipientsDraft): RecipientsDraft {
  if (draft.bad.length > 0) return { ...draft, bad: draft.bad.slice(0, -1) };
  const { teamIds, memberIds, emails } = draft.recipients;
  if (emails.length > 0)
    return { ...draft, recipients: { ...draft.recipients, emails: emails.slice(0, -1) } };
  if (memberIds.length > 0)
    return { ...draft, recipients: { ...draft.recipients, memberIds: memberIds.slice(0, -1) } };
  return { ...draft, recipients: { ...draft.recipients, teamIds: teamIds.slice(0, -1) } };
}

type AddresseesProps = {
  readonly id: string;
  readonly recipients: Recipients;
  readonly people: People | null;
  readonly unfolded: boolean;
};

/** Number of recipients, and the members of the chosen teams. */
function Addressees({ id, recipients, people, unfolded }: AddresseesProps) {
  const [open, setOpen] = useState(unfolded);
  const reached = useMemo(() => audience(recipients, people), [recipients, people]);
  const hasTeams = recipients.teamIds.length > 0;
  const { people: count } = reached;
  const summary = count === 0 ? t('recipients.none') : t('recipients.summary', { count });
  return (
    <div>
      <p id={id} className="recipients-summary" aria-live="polite">
        {hasTeams ? (
          <button type="button" className="unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
            {summary}
          </button>
        ) : (
          summary
        )}
      </p>
      {open && hasTeams && <RecipientList addressed={reached.addressed} />}
    </div>
  );
}

const maxShown = 200;

function RecipientList({ addressed }: { readonly addressed: readonly ResolvedRecipient[] }) {
  const rest = addressed.length - maxShown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <ul className="addressees-list" aria-label={t('recipients.whoIsAddressed')} tabIndex={0}>
      {addressed.slice(0, maxShown).map(({ key, name, email, teams, direct }) => (
        <li key={key}>
          {name !== null && <bdi className="addressee-name">{name}</bdi>}
          {email !== null && <EmailText email={email} />}
          {name === null && email === null && t('recipients.notKnown')}
          <bdi className="quiet addressee-teams">
            {(direct ? [...teams, t('recipients.direct')] : teams).join(' · ')}
          </bdi>
        </li>
      ))}
      {rest > 0 && <li className="quiet">{t('recipients.notShown', { count: rest })}</li>}
    </ul>
  );
}
