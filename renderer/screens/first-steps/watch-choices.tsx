import { useId } from 'react';
import type { WatchChoice } from '../../logic/drafts/first-folder.ts';
import { t } from '../../messages.ts';

type Props = {
  /** Said to who cannot see the heading. */
  readonly name: string;
  readonly heading?: string;
  /** Below the heading: where it is. */
  readonly place?: string;
  readonly choices: readonly WatchChoice[];
  readonly chosen: WatchChoice | null;
  readonly onChoose: (choice: WatchChoice) => void;
};

/** The ways to watch one project or folder; one of all of these on the page is chosen. */
export function WatchChoices({ name, heading, place, choices, chosen, onChoose }: Props) {
  const id = useId();
  return (
    <fieldset className="watch-choices" aria-label={name}>
      {heading && (
        <div className="watch-head" aria-hidden="true" dir="auto">
          <strong>{heading}</strong> <span className="quiet">{place}</span>
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
          <span className="watch-words">
            <span id={`${id}-${index}`}>{choice.preset?.name ?? t('first-steps.everything')}</span>
            <span id={`${id}-${index}-hint`} className="field-hint" dir="auto">
              {choice.preset?.why ?? t('first-steps.everythingText')}
              {choice.preset?.exists === false && ` ${t('first-steps.notYet')}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function sameChoice(one: WatchChoice, other: WatchChoice | null): boolean {
  return one.path === other?.path && one.preset?.name === other.preset?.name;
}
