/** The active row of a list, tracked by key so that it survives updates and reordering. */
import { useEffect, useRef, useState } from 'react';

type RowsFacts = {
  readonly count: number;
  readonly keyAt: (index: number) => string;
  readonly isRow: (index: number) => boolean;
  readonly firstKey: string | null;
  readonly onChosen: (key: string) => void;
};

export type ActiveRow = {
  /** -1 if there is no row. */
  readonly index: number;
  /** Makes a row active without moving the focus. */
  choose(index: number): void;
  /** Makes a row active and focuses it once rendered. */
  moveTo(index: number): void;
  keep(key: string, element: HTMLElement | null): void;
};

/** Returns the first row at or after `index`, else the last row before it; -1 if there is none. */
export function nearestRow(index: number, count: number, isRow: (index: number) => boolean): number {
  for (let at = Math.max(0, index); at < count; at += 1) if (isRow(at)) return at;
  for (let at = Math.min(index, count) - 1; at >= 0; at -= 1) if (isRow(at)) return at;
  return -1;
}

export function useActiveRow({ count, keyAt, isRow, firstKey, onChosen }: RowsFacts): ActiveRow {
  const [activeKey, setActiveKey] = useState<string | null>(firstKey);
  const elements = useRef(new Map<string, HTMLElement>());
  const wanted = useRef<string | null>(null);
  const before = useRef({ index: 0, focused: false });

  const find = (key: string | null): number => {
    if (key === null) return -1;
    if (before.current.index < count && keyAt(before.current.index) === key) return before.current.index;
    for (let index = 0; index < count; index += 1) if (keyAt(index) === key) return index;
    return -1;
  };
  const known = find(activeKey);
  const index = known >= 0 && isRow(known) ? known : nearestRow(before.current.index, count, isRow);
  const key = index >= 0 ? keyAt(index) : null;

  useEffect(() => {
    const element = key === null ? undefined : elements.current.get(key);
    const lost = before.current.focused && document.activeElement === document.body;
    if (element && (wanted.current === key || lost)) {
      wanted.current = null;
      element.focus({ preventScroll: true });
    }
    before.current = {
      index: Math.max(0, index),
      focused: element?.contains(document.activeElement) ?? false,
    };
  });

  const choose = (at: number): void => {
    setActiveKey(keyAt(at));
    onChosen(keyAt(at));
    before.current = { index: at, focused: true };
  };
  return {
    index,
    choose,
    moveTo: (at) => {
      if (at < 0 || at >= count) return;
      wanted.current = keyAt(at);
      choose(at);
      elements.current.get(keyAt(at))?.focus({ preventScroll: true });
    },
    keep: (rowKey, element) => {
      if (element) elements.current.set(rowKey, element);
      else elements.current.delete(rowKey);
    },
  };
}

type Actions<Line> = {
  readonly onOpen?: (line: Line) => void;
  readonly onToggle?: (line: Line) => void;
  readonly onDelete?: (line: Line) => void;
};

export const GridKeys = {
  /**
   * Returns the index of the row that a key moves to; null if the key does not move, or there is no such row.
   */
  target(
    key: string,
    index: number,
    count: number,
    pageRows: number,
    isRow: (index: number) => boolean,
  ): number | null {
    const step = (from: number, by: 1 | -1): number | null => {
      for (let at = from; at >= 0 && at < count; at += by) if (isRow(at)) return at;
      return null;
    };
    switch (key) {
      case 'ArrowDown':
        return step(index + 1, 1);
      case 'ArrowUp':
        return step(index - 1, -1);
      case 'Home':
        return step(0, 1);
      case 'End':
        return step(count - 1, -1);
      case 'PageDown':
        return step(Math.min(count - 1, index + pageRows), -1);
      case 'PageUp':
        return step(Math.max(0, index - pageRows), 1);
      default:
        return null;
    }
  },
  action<Line>(key: string, actions: Actions<Line>): ((line: Line) => void) | undefined {
    if (key === 'Enter') return actions.onOpen;
    if (key === ' ') return actions.onToggle ?? actions.onOpen;
    if (key === 'Delete' || key === 'Backspace') return actions.onDelete;
    return undefined;
  },
} as const;
