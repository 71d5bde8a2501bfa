import { Fragment, useMemo, useRef } from 'react';
import { filterCounts, type StateFilter, stateFilters } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Segments } from '../../parts/fields/segmented-choice.tsx';
import { Select } from '../../parts/fields/select.tsx';
import { useApp, useFolders, useFormat, useUploadList } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { useFits } from '../../state/window/narrow.ts';

export const stateChoices = (): readonly (readonly [StateFilter, string])[] =>
  stateFilters.map((filter) => [filter, t(`uploads.filters.${filter}`)]);

export function StateSegments() {
  const { stateFilter, search } = useApp();
  const format = useFormat();
  const chosen = useStore(stateFilter);
  const uploads = useUploadList();
  const folders = useFolders();
  const searched = useStore(search);
  const strip = useRef<HTMLDivElement>(null);
  const fits = useFits(strip);
  const counts = useMemo(() => filterCounts(uploads, folders, searched), [uploads, folders, searched]);
  const countOf = (index: number): string | null => {
    const count = counts[index] ?? 0;
    return count > 0 ? format.count(count) : null;
  };
  return (
    <div ref={strip} className="filter-line">
      {fits ? (
        <Segments
          aria-label={t('uploads.filter')}
          value={chosen}
          choices={stateChoices().map(([key, text], index) => [
            key,
            <Fragment key={key}>
              {text}
              {countOf(index) && <span className="segment-count"> {countOf(index)}</span>}
            </Fragment>,
          ])}
          onChoose={stateFilter.set}
        />
      ) : (
        <Select
          aria-label={t('uploads.filter')}
          value={chosen}
          onChange={({ currentTarget }) =>
            stateFilter.set(stateFilters[currentTarget.selectedIndex] ?? 'all')
          }
        >
          {stateChoices().map(([key, text], index) => (
            <option key={key} value={key}>
              {countOf(index) ? `${text} (${countOf(index)})` : text}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
