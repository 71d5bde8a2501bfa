import { useEffect, useId, useRef } from 'react';
import { choicesFor, type WatchChoice } from '../../logic/drafts/first-folder.ts';
import { t } from '../../messages.ts';
import { FolderField } from '../../parts/fields/folder-field.tsx';
import { useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useDebounced } from '../../state/stable-order.ts';

const typingMs = 400;

type Props = {
  readonly label: string;
  readonly problem: string | undefined;
  readonly typed: string;
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice | null, typed?: string) => void;
};

export function CustomFolder({ label, problem, typed: path, chosen, onChoose }: Props) {
  const { inWindow } = useApp().connection;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem) input.current?.focus();
  }, [problem]);
  const typed = path.trim();
  const rested = useDebounced(typed, typingMs);
  const options = { enabled: rested !== '', staleTime: 10_000 };
  const presets = useCallQuery('folders.presets', { path: rested }, options);
  const change = (next: string): void => {
    onChoose(next.trim() === '' ? null : { path: next.trim(), preset: null }, next);
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
        onText={change}
      />
      {typed !== '' && choices.length > 1 && (
        <WatchChoices name={t('first-steps.fits')} choices={choices} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}

type WatchChoicesProps = {
  readonly name: string;
  readonly heading?: string;
  readonly path?: string;
  /** Project folder. Choices inside it are shown by their path relative to it. */
  readonly base?: string;
  readonly choices: readonly WatchChoice[];
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice) => void;
};

export function WatchChoices({ name, heading, path, base, choices, chosen, onChoose }: WatchChoicesProps) {
  const id = useId();
  const isNew = choices.every(({ preset }) => preset?.exists === false);
  const hintOf = ({ path: folder, preset }: WatchChoice): string => {
    if (!preset) return t('first-steps.everythingText');
    const isInside = base && folder.startsWith(base) && /[\\/]/.test(folder.charAt(base.length));
    const hint = isInside ? folder.slice(base.length + 1) : preset.reason;
    return preset.exists || isNew ? hint : `${hint} ${t('first-steps.notYet')}`;
  };
  return (
    <fieldset className="watch-choices" aria-label={name}>
      {heading && (
        <div className="watch-head" aria-hidden="true" dir="auto">
          <strong>{heading}</strong> <span className="quiet">{path}</span>
        </div>
      )}
      {choices.map((choice, index) => (
        <label className="watch-choice" key={`${choice.preset?.name ?? ''} ${choice.path}`}>
          <input
            type="radio"
            name="first-folder"
            checked={sameChoice(choice, chosen)}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={`${id}-${index}-hint`}
            onChange={() => onChoose(choice)}
          />
          <span className="watch-text">
            <span id={`${id}-${index}`}>{choice.preset?.name ?? t('first-steps.everything')}</span>
            <span id={`${id}-${index}-hint`} className="field-hint" dir="auto">
              {hintOf(choice)}
            </span>
          </span>
        </label>
      ))}
      {isNew && <p className="field-hint">{t('first-steps.notYet')}</p>}
    </fieldset>
  );
}

function sameChoice(one: WatchChoice, other: WatchChoice | null): boolean {
  return one.path === other?.path && one.preset?.name === other.preset?.name;
}
