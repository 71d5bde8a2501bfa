import type { StateFilter } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

const stateFilters = [
  'all',
  'working',
  'attention',
  'out',
  'cancelled',
] as const satisfies readonly StateFilter[];

/** Which uploads can be shown on their own, with their names. */
export const stateChoices = (): readonly (readonly [StateFilter, string])[] =>
  stateFilters.map((filter) => [filter, t(`uploads.filters.${filter}`)]);

/** Chooses which uploads the list shows. */
export function StateChoice() {
  const { stateFilter } = useApp();
  const chosen = useStore(stateFilter);
  const choices = stateChoices();
  return (
    <select
      className="input select title-select"
      aria-label={t('uploads.filter')}
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
