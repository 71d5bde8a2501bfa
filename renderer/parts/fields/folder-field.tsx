import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react';
import { useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { Button } from '../button.tsx';
import { InlineFailure } from '../failure.tsx';
import { Field } from './fields.tsx';

type Props = Omit<ComponentPropsWithRef<'input'>, 'id' | 'onChange'> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Label of the button that opens the system's dialog. A browser tab has no such button. */
  readonly chooseText: string;
  readonly onText: (path: string) => void;
  /** Called with the folder chosen in the dialog. Defaults to `onText`. */
  readonly onChosen?: (path: string) => void;
  readonly children?: ReactNode;
};

/** Scrolls an unfocused field to its end, because the last folders distinguish paths. */
function showEnd(field: HTMLInputElement | null | undefined): void {
  if (field && field !== document.activeElement) field.scrollLeft = field.scrollWidth;
}

/** A folder on the computer that runs Slipway. */
export function FolderField(props: Props) {
  const { label, hint, error, chooseText, onText, onChosen = onText, onBlur, children, ...input } = props;
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value scrolls the field to its start
  useEffect(() => showEnd(line.current?.querySelector('input')), [input.value]);
  const { inWindow } = useApp().connection;
  const choose = useCommand('folders.choose', (path) => path !== null && onChosen(path));
  return (
    <>
      <Field label={label} hint={hint} error={error}>
        {(ids) => (
          <div ref={line} className="input-line">
            <input
              {...ids}
              className="input"
              dir="auto"
              spellCheck={false}
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              onChange={(event) => onText(event.currentTarget.value)}
              onBlur={(event) => {
                const field = event.currentTarget;
                // The browser scrolls the field to its start after this event.
                requestAnimationFrame(() => showEnd(field));
                onBlur?.(event);
              }}
              {...input}
            />
            {children}
            {inWindow && (
              <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
                {chooseText}
              </Button>
            )}
          </div>
        )}
      </Field>
      {choose.error && <InlineFailure error={choose.error} />}
    </>
  );
}
