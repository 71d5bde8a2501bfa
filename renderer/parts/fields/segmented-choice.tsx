import { type ComponentProps, type ReactNode, useId } from 'react';

type SegmentsProps<Value extends string> = {
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, text: ReactNode, lang?: string])[];
  readonly onChoose: (value: Value) => void;
};

/** Radio buttons in one line. The fieldset needs a name. */
export function Segments<Value extends string>({
  value,
  choices,
  onChoose,
  className = '',
  ...fieldset
}: SegmentsProps<Value> & ComponentProps<'fieldset'>) {
  const id = useId();
  return (
    <fieldset className={`segments ${className}`} {...fieldset}>
      {choices.map(([key, text, lang]) => (
        <label key={key} className="segment" lang={lang}>
          <input type="radio" name={id} checked={key === value} onChange={() => onChoose(key)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type Props<Value extends string> = SegmentsProps<Value> & {
  readonly label: string;
  readonly hint?: string;
};

/** Segments with a label, one below the other in a narrow window. For few, short choices. */
export function SegmentedChoice<Value extends string>({ label, hint, ...segments }: Props<Value>) {
  const id = useId();
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <Segments
        className="segments-stacked"
        aria-labelledby={id}
        aria-describedby={hint && `${id}-hint`}
        {...segments}
      />
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
