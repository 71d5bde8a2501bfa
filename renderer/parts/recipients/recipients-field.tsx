/** Teams, people and addresses as chips; takes whatever is pasted and shows who will be addressed. */
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { searchText } from '../../../main/base/search-text.ts';
import type { Failure, People, Recipients } from '../../../preload/page.ts';
import { type RecipientsDraft, takeText } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../failure.tsx';
import { Icon } from '../icons.tsx';
import { Addressees } from './addressees.tsx';
import { RecipientChips } from './recipient-chips.tsx';
import { RecipientChoices } from './recipient-choices.tsx';

type Props = {
  readonly label?: string;
  readonly draft: RecipientsDraft;
  readonly onChange: (draft: RecipientsDraft) => void;
  readonly people: People | null;
  readonly peopleFailure: Failure | null;
  /** What is wrong, said when the person wants to go on. */
  readonly problem: string | null;
  /** Whether everybody who is addressed is shown at once. */
  readonly unfolded?: boolean;
};

export function RecipientsField({
  label = t('recipients.label'),
  draft,
  onChange,
  people,
  peopleFailure,
  problem,
  unfolded = false,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string): void => onChange(takeText(draft, text, people));
  const choose = (recipients: Recipients, byPointer: boolean): void => {
    onChange({ ...draft, recipients, text: draft.text.includes('@') ? draft.text : '' });
    // A key leaves the focus where it is: the next one may be chosen, too.
    if (byPointer) input.current?.focus();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!/[@,;\n]/.test(text)) return;
    event.preventDefault();
    take(`${draft.text} ${text}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const typed = draft.text.trim();
    const ends = event.key === ',' || event.key === ';' || (event.key === ' ' && /^\S+@\S+$/.test(typed));
    if ((event.key === 'Enter' && typed !== '') || (ends && typed !== '')) {
      event.preventDefault();
      const first = event.key === 'Enter' && !typed.includes('@') ? firstMatch(typed, people) : null;
      if (first === null) take(typed);
      else choose(chosenWith(draft.recipients, first), false);
    } else if (event.key === 'Backspace' && draft.text === '') onChange(withoutLast(draft));
  };
  return (
    <div className="field recipients">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: clicking beside the words goes on writing, as in any field */}
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
          onBlur={() => draft.text.includes('@') && take(draft.text)}
        />
      </div>
      <div id={`${id}-note`}>
        {problem && (
          <p className="field-error" role="alert">
            <Icon name="failed" /> {problem}
          </p>
        )}
        <p className="field-hint">{t('recipients.hint')}</p>
      </div>
      <RecipientChoices draft={draft} people={people} onChoose={choose} />
      {peopleFailure && <InlineFailure failure={peopleFailure} announce={false} />}
      <Addressees id={`${id}-summary`} recipients={draft.recipients} people={people} unfolded={unfolded} />
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
