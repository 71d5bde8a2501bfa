import { useId } from 'react';

type Props<Value extends string> = {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, text: string, lang?: string])[];
  readonly onChoose: (value: Value) => void;
};

/** Radio buttons in one line, or one below the other in a narrow window. For few, short choices. */
export function SegmentedChoice<Value extends string>(props: Props<Value>) {
  const { label, hint, value, choices, onChoose } = props;
  const id = useId();
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <fieldset
        className="segments segments-stacked"
        aria-labelledby={id}
        aria-describedby={hint && `${id}-hint`}
      >
        {choices.map(([key, text, lang]) => (
          <label key={key} className="segment" lang={lang}>
            <input type="radio" name={id} checked={key === value} onChange={() => onChoose(key)} />
            {text}
          </label>
        ))}
      </fieldset>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
