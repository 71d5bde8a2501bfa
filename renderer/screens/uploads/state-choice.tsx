import { useMemo } from 'react';
import { type StateFilter, statesOf } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { intoView } from '../../parts/frame/place-parts.tsx';
import { useApp, useFormat, useUploadList } from '../../state/app-state.ts';
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

/** Chooses which uploads the list shows, all choices in sight with how many there are. */
export function StateSegments() {
  const { stateFilter } = useApp();
  const format = useFormat();
  const chosen = useStore(stateFilter);
  const uploads = useUploadList();
  const counts = useMemo(
    () =>
      stateFilters.map((filter) => {
        const states = statesOf(filter);
        return states.length === 0
          ? uploads.length
          : uploads.filter(({ state }) => states.includes(state)).length;
      }),
    [uploads],
  );
  return (
    <fieldset className="filter-line" aria-label={t('uploads.filter')}>
      <div className="segments">
        {stateChoices().map(([key, text], index) => (
          <label key={key} ref={key === chosen ? intoView : null} className="segment">
            <input
              type="radio"
              name="uploads-filter"
              checked={key === chosen}
              onChange={() => stateFilter.set(key)}
            />
            {text} <span className="segment-count">{format.count(counts[index] ?? 0)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
