import { Switch } from '@base-ui/react/switch';
import { type ComponentPropsWithRef, type ReactNode, type Ref, useContext, useId, useState } from 'react';
import { t } from '../../messages.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icons.tsx';
import { RowTabIndex } from '../list/row-tab-index.ts';
import { Status } from '../status.tsx';
import { Select } from './select.tsx';

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly saved?: boolean | undefined;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ReactNode;
};

export function Field({ label, hint, error, saved, children }: FieldProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="field-head">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control handles keys itself; browsers forward clicks only to native form controls */}
        <label className="field-label" htmlFor={id} onClick={() => document.getElementById(id)?.focus()}>
          {label}
        </label>
        {saved !== undefined && <SavedNote saved={saved} />}
      </div>
      {children({ id, ...(notes ? { 'aria-describedby': notes } : {}) })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

type FieldErrorProps = {
  readonly id?: string;
  readonly role?: 'alert';
  readonly children: ReactNode;
};

export function FieldError({ children, ...rest }: FieldErrorProps) {
  return (
    <p {...rest} className="field-error">
      <Icon name="failed" />
      <span>{children}</span>
    </p>
  );
}

function SavedNote({ saved }: { readonly saved: boolean }) {
  return (
    <Status>
      {saved && (
        <span className="field-saved">
          <Icon name="check" /> {t('common.saved')}
        </span>
      )}
    </Status>
  );
}

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'onBlur'> & {
  readonly onBlur?: (() => void) | undefined;
};

export type TextFieldProps = Omit<InputProps, 'id' | 'onChange'> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly saved?: boolean | undefined;
  readonly onText: (text: string) => void;
};

export function TextField({ label, hint, error, saved, onText, ...rest }: TextFieldProps) {
  const input = {
    className: 'input',
    'aria-invalid': error ? true : undefined,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event) => onText(event.currentTarget.value),
    ...rest,
  } satisfies InputProps;
  return (
    <Field label={label} hint={hint} error={error} saved={saved}>
      {(ids) =>
        rest.type === 'password' ? (
          <SecretInput {...ids} {...input} label={label} />
        ) : (
          <input {...ids} {...input} />
        )
      }
    </Field>
  );
}

/** Calls `onBlur` when the focus leaves both the input and its button. */
function SecretInput({ label, onBlur, ...input }: InputProps & { readonly label: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls get the focus, not the element
    <div
      role="presentation"
      className="secret-input"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur?.()}
    >
      <input {...input} type={isShown ? 'text' : 'password'} />
      <IconButton
        icon="eye"
        label={t('common.showSecret', { field: label })}
        aria-pressed={isShown}
        disabled={input.disabled}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}

type TextAreaProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly value: string;
  readonly saved?: boolean | undefined;
  readonly onText: (text: string) => void;
  readonly onBlur?: () => void;
};

/** Rows to which a field grows with its text. */
const maxRows = 8;

export function TextAreaField(props: TextAreaProps) {
  const { label, hint, error, saved, rows = 2, maxLength, value, onText, onBlur } = props;
  return (
    <Field label={label} hint={hint} error={error} saved={saved}>
      {(ids) => (
        <textarea
          {...ids}
          className="input"
          aria-invalid={error ? true : undefined}
          rows={Math.max(rows, Math.min(value.split('\n').length, maxRows))}
          maxLength={maxLength}
          dir="auto"
          spellCheck={false}
          value={value}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

/** Longest note that main accepts. */
const maxNote = 10_000;

export function ReleaseNoteField(field: Omit<TextAreaProps, 'maxLength'>) {
  return <TextAreaField {...field} maxLength={maxNote} />;
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Marks the field as invalid without an error text. */
  readonly invalid?: boolean;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, text: string, lang?: string])[];
  readonly onChoose: (value: Value) => void;
  readonly ref?: Ref<HTMLSelectElement>;
};

export const options = <Value extends string>(
  values: readonly Value[],
  text: (value: Value) => string,
): readonly (readonly [Value, string])[] => values.map((value) => [value, text(value)]);

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, error, invalid = false, value, choices, onChoose, ref } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Select
          {...ids}
          aria-invalid={error || invalid ? true : undefined}
          ref={ref}
          value={value}
          onChange={(event) => {
            const chosen = choices.find(([key]) => key === event.currentTarget.value);
            if (chosen) onChoose(chosen[0]);
          }}
        >
          {choices.map(([key, text, lang]) => (
            <option key={key} value={key} lang={lang}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type SwitchProps = {
  readonly checked: boolean;
  readonly label: string;
  readonly onChange: (checked: boolean) => void;
  readonly busy?: boolean;
  readonly describedBy?: string | undefined;
};

/** Switch without visible text. `label` is its accessible name. */
export function BareSwitch({ checked, label, onChange, busy = false, describedBy }: SwitchProps) {
  const tabIndex = useContext(RowTabIndex);
  return (
    <Switch.Root
      className="switch"
      checked={checked}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      readOnly={busy}
      onCheckedChange={onChange}
      // A property with the value `undefined` would override the default of 0.
      {...(tabIndex === undefined ? {} : { tabIndex })}
    >
      <Switch.Thumb className="switch-thumb" />
    </Switch.Root>
  );
}

type SwitchFieldProps = Omit<SwitchProps, 'busy' | 'describedBy'> & { readonly hint?: string };

export function SwitchField({ checked, label, hint, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="switch-field">
      <BareSwitch checked={checked} label={label} onChange={onChange} describedBy={hint && id} />
      <div>
        <div className="field-label" aria-hidden="true">
          {label}
        </div>
        {hint && (
          <p id={id} className="field-hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
