import type { KeyboardEvent, MouseEvent } from 'react';
import { nothingSelected, type Selection, selectAll, selectRange, toggleKey } from '../../logic/selection.ts';

export type MultiSelection<Line> = {
  readonly selection: Selection;
  readonly onSelect: (next: Selection) => void;
  readonly labelOf: (line: Line) => string;
};

type Rows = {
  readonly order: () => readonly string[];
  readonly keyAt: (index: number) => string | null;
  /** Index of the active row. A range starts there if the selection has no anchor. */
  readonly active: number;
};

export type Selecting = {
  toggle(index: number): void;
  selectTo(index: number): void;
  key(event: KeyboardEvent): boolean;
  /** Handles a click that selects rows. Returns false if the click should open the row. */
  click(event: MouseEvent, index: number): boolean;
};

export function selecting<Line>(several: MultiSelection<Line> | undefined, rows: Rows): Selecting | null {
  if (!several) return null;
  const { selection, onSelect } = several;
  const toggle = (index: number): void => {
    const key = rows.keyAt(index);
    if (key !== null) onSelect(toggleKey(selection, key));
  };
  const selectTo = (index: number): void => {
    const key = rows.keyAt(index);
    if (key !== null) onSelect(selectRange(selection, rows.order(), rows.keyAt(rows.active), key));
  };
  return {
    toggle,
    selectTo,
    key: ({ key, ctrlKey, metaKey, shiftKey, altKey }) => {
      if ((ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'a') {
        onSelect(selectAll(rows.order()));
        return true;
      }
      if (key === ' ' && (ctrlKey || metaKey || shiftKey)) {
        toggle(rows.active);
        return true;
      }
      if (key !== 'Escape' || selection.keys.size === 0) return false;
      onSelect(nothingSelected);
      return true;
    },
    click: ({ shiftKey, ctrlKey, metaKey }, index) => {
      if (shiftKey) selectTo(index);
      else if (ctrlKey || metaKey) toggle(index);
      return shiftKey || ctrlKey || metaKey;
    },
  };
}
