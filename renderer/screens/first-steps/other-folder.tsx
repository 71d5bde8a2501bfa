import { useEffect, useRef, useState } from 'react';
import { choicesFor, type WatchChoice } from '../../logic/drafts/first-folder.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Field } from '../../parts/fields/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/data/calls.ts';
import { WatchChoices } from './watch-choices.tsx';

const typingMs = 400;

type Props = {
  readonly label: string;
  readonly problem: string | undefined;
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice | null) => void;
};

/** A folder that is typed, or chosen where the system has a dialog for it; when it is a project, what fits it. */
export function OtherFolder({ label, problem, chosen, onChoose }: Props) {
  const { inWindow } = useApp().connection;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);
  const [path, setPath] = useState('');
  const rested = useRested(path.trim());
  const looked = useAnswer(
    ['presets', rested],
    'folders.presets',
    { path: rested },
    { enabled: rested !== '', staleTime: 10_000 },
  );
  const take = (next: string): void => {
    setPath(next);
    onChoose(next.trim() === '' ? null : { path: next.trim(), preset: null });
  };
  const choose = useAsk('folders.choose', (found) => found !== null && take(found));
  const typed = path.trim();
  const choices = choicesFor(typed, typed === rested ? (looked.data ?? []) : []);
  return (
    <>
      <Field
        label={label}
        hint={inWindow ? t('first-steps.otherHint') : t('first-steps.browserHint')}
        error={problem}
      >
        {(ids) => (
          <div className="input-line">
            <input
              {...ids}
              ref={input}
              className="input"
              dir="auto"
              value={path}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              onChange={(event) => take(event.currentTarget.value)}
            />
            {inWindow && (
              <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
                {t('first-steps.choose')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {choose.error && <InlineFailure error={choose.error} />}
      {typed !== '' && choices.length > 1 && (
        <WatchChoices name={t('first-steps.fits')} choices={choices} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}

/** A text once nobody types any more. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
