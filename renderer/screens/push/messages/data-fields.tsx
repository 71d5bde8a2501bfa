import { useId, useState } from 'react';
import { inOtherForm, type MessageDraft, rowProblems } from '../../../logic/push/draft.ts';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Choice, FieldError, options } from '../../../parts/fields/fields.tsx';
import { JsonField } from '../../../parts/json-text/json-text.tsx';

type Props = {
  readonly draft: MessageDraft;
  readonly isChecked: boolean;
  readonly onChange: (next: Partial<MessageDraft>) => void;
};

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
        label={t('push-messages.compose.form')}
        hint={
          stays
            ? t('push-messages.compose.staysJson')
            : draft.form === 'rows'
              ? t('push-messages.compose.rowsHint')
              : t('push-messages.compose.jsonHint')
        }
        value={draft.form}
        choices={options(['rows', 'json'], (form) => t(`push-messages.compose.forms.${form}`))}
        onChoose={choose}
      />
      {draft.form === 'rows' ? (
        <Rows draft={draft} isChecked={isChecked} onChange={onChange} />
      ) : (
        <JsonField
          className="push-json"
          label={t('push-messages.compose.json')}
          value={draft.json}
          onText={(json) => {
            setStays(false);
            onChange({ json });
          }}
        />
      )}
    </>
  );
}

function Rows({ draft: { rows }, isChecked, onChange }: Props) {
  const id = useId();
  const problems = isChecked ? rowProblems(rows) : new Map<number, 'empty' | 'twice'>();
  const set = (id: number, next: Partial<{ key: string; value: string }>): void =>
    onChange({ rows: rows.map((row) => (row.id === id ? { ...row, ...next } : row)) });
  return (
    <div className="push-rows">
      {rows.map(({ id: row, key, value }, index) => {
        const problem = problems.get(row);
        return (
          <div key={row} className="push-row">
            <input
              className="input"
              aria-label={t('push-messages.compose.keyOf', { number: index + 1 })}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem && `${id}-${row}`}
              placeholder={t('push-messages.compose.keyOf', { number: index + 1 })}
              spellCheck={false}
              autoComplete="off"
              value={key}
              onChange={(event) => set(row, { key: event.currentTarget.value })}
            />
            <input
              className="input"
              aria-label={t('push-messages.compose.valueOf', { number: index + 1 })}
              placeholder={t('push-messages.compose.valueOf', { number: index + 1 })}
              dir="auto"
              autoComplete="off"
              value={value}
              onChange={(event) => set(row, { value: event.currentTarget.value })}
            />
            <IconButton
              icon="close"
              label={t('push-messages.compose.removeRow', { number: index + 1 })}
              onClick={() => onChange({ rows: rows.filter((each) => each.id !== row) })}
            />
            {problem && (
              <FieldError id={`${id}-${row}`}>
                {problem === 'empty'
                  ? t('push-messages.compose.keyEmpty')
                  : t('push-messages.compose.keyTwice')}
              </FieldError>
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
          {t('push-messages.compose.addRow')}
        </Button>
      </div>
    </div>
  );
}
