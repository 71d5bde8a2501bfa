import { useEffect, useRef, useState } from 'react';
import { choicesFor, type WatchChoice } from '../../logic/drafts/first-folder.ts';
import { t } from '../../messages.ts';
import { FolderField } from '../../parts/fields/folder-field.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAnswer } from '../../state/data/calls.ts';
import { useRested } from '../../state/steady.ts';
import { WatchChoices } from './watch-choices.tsx';

const typingMs = 400;

type Props = {
  readonly label: string;
  readonly problem: string | undefined;
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice | null) => void;
};

/** Any other folder; if it is a project, also the rules that fit it. */
export function OtherFolder({ label, problem, chosen, onChoose }: Props) {
  const { inWindow } = useApp().connection;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);
  const [path, setPath] = useState('');
  const typed = path.trim();
  const rested = useRested(typed, typingMs);
  const options = { enabled: rested !== '', staleTime: 10_000 };
  const presets = useAnswer('folders.presets', { path: rested }, options);
  const take = (next: string): void => {
    setPath(next);
    onChoose(next.trim() === '' ? null : { path: next.trim(), preset: null });
  };
  const choices = choicesFor(typed, typed === rested ? (presets.data ?? []) : []);
  return (
    <>
      <FolderField
        label={label}
        hint={inWindow ? t('first-steps.otherHint') : t('first-steps.browserHint')}
        error={problem}
        chooseText={t('first-steps.choose')}
        ref={input}
        value={path}
        onText={take}
      />
      {typed !== '' && choices.length > 1 && (
        <WatchChoices name={t('first-steps.fits')} choices={choices} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}
