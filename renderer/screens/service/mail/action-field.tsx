import type { ComponentProps } from 'react';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/fields/fields.tsx';

type Props = ComponentProps<typeof TextField> & {
  readonly action: string;
  readonly onAction: () => void;
};

/** Text field with a button. Enter triggers the button instead of submitting the form. */
export function ActionField({ action, disabled, onAction, ...field }: Props) {
  const act = (): void => {
    if (!disabled) onAction();
  };
  return (
    <div className="input-line input-line-end">
      <TextField
        {...field}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          act();
        }}
      />
      <Button disabled={disabled} onClick={act}>
        {action}
      </Button>
    </div>
  );
}
