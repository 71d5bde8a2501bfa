import { useState } from 'react';
import { inOtherForm, type MessageDraft, rowProblems } from '../../logic/push-draft.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { words as messages } from '../../words/push-messages.ts';

const words = messages.compose;

type Props = {
  readonly draft: MessageDraft;
  /** Whether what is missing is said. */
  readonly isChecked: boolean;
  readonly onChange: (next: Partial<MessageDraft>) => void;
};

/** What the message holds, as keys and values or as JSON. */
export function DataFields({ draft, isChecked, onChange }: Props) {
  const [stays, setStays] = useState(false);
  const choose = (form: MessageDraft['form']): void => {
    if (form === draft.form) return;
    const other = inOtherForm(draft);
    setStays(other === null);
    if (other) onChange(other);
  };
  return (
    <>
      <Choice
        label={words.form}
        hint={stays ? words.staysJson : draft.form === 'rows' ? words.rowsHint : words.jsonHint}
        value={draft.form}
        choices={[
          ['rows', words.forms.rows],
          ['json', words.forms.json],
        ]}
        onChoose={choose}
      />
      {draft.form === 'rows' ? (
        <Rows draft={draft} isChecked={isChecked} onChange={onChange} />
      ) : (
        <Field label={words.json}>
          {(ids) => (
            <textarea
              {...ids}
              className="input push-text"
              rows={10}
              dir="ltr"
              spellCheck={false}
              value={draft.json}
              onChange={(event) => {
                setStays(false);
                onChange({ json: event.currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Rows({ draft: { rows }, isChecked, onChange }: Props) {
  const problems = isChecked ? rowProblems(rows) : new Map<number, 'empty' | 'twice'>();
  const set = (id: number, next: Partial<{ key: string; value: string }>): void =>
    onChange({ rows: rows.map((row) => (row.id === id ? { ...row, ...next } : row)) });
  return (
    <div className="push-rows">
      {rows.map(({ id, key, value }, index) => {
        const problem = problems.get(id);
        return (
          <div key={id} className="push-row">
            <input
              className="input"
              aria-label={words.keyOf(index + 1)}
              aria-invalid={problem ? true : undefined}
              placeholder={words.keyOf(index + 1)}
              spellCheck={false}
              autoComplete="off"
              value={key}
              onChange={(event) => set(id, { key: event.currentTarget.value })}
            />
            <input
              className="input"
              aria-label={words.valueOf(index + 1)}
              placeholder={words.valueOf(index + 1)}
              dir="auto"
              autoComplete="off"
              value={value}
              onChange={(event) => set(id, { value: event.currentTarget.value })}
            />
            <IconButton
              icon="close"
              label={words.removeRow(index + 1)}
              onClick={() => onChange({ rows: rows.filter((row) => row.id !== id) })}
            />
            {problem && (
              <p className="field-error">{problem === 'empty' ? words.keyEmpty : words.keyTwice}</p>
            )}
          </div>
        );
      })}
      <div className="button-line">
        <Button
          onClick={() =>
            onChange({
              rows: [...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', value: '' }],
            })
          }
        >
          {words.addRow}
        </Button>
      </div>
    </div>
  );
}
