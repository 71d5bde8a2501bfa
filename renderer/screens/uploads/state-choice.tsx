import type { StateFilter } from '../../logic/uploads.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/uploads.ts';

/** Which uploads can be shown on their own, with their names. */
export const stateChoices = (): readonly (readonly [StateFilter, string])[] => {
  const { all, working, attention, out, cancelled } = words.filters;
  return [
    ['all', all],
    ['working', working],
    ['attention', attention],
    ['out', out],
    ['cancelled', cancelled],
  ];
};

/** Chooses which uploads the list shows. */
export function StateChoice() {
  const { stateFilter } = useApp();
  const chosen = useStore(stateFilter);
  const choices = stateChoices();
  return (
    <select
      className="input select title-select"
      aria-label={words.filter}
      value={chosen}
      onChange={(event) => {
        const next = choices.find(([key]) => key === event.currentTarget.value);
        if (next) stateFilter.set(next[0]);
      }}
    >
      {choices.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
