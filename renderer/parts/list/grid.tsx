// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be positioned row by row
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its rows
/**
 * A list of rows that stays fluent with thousands: only what is seen is drawn. Arrows move, Enter opens. Where several
 * rows can be chosen: Ctrl/Cmd-click and Ctrl-Space one more, Shift a stretch, Ctrl/Cmd-A all, Esc none.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useApp } from '../../state/app-state.ts';
import { useSayFound } from '../../state/say-found.ts';
import { openMenu } from '../overlays/menu.tsx';
import { GridKeys, useActiveRow } from './grid-focus.ts';
import { type Several, selecting } from './grid-several.ts';

export type GridHandle = { focus(): void };

type Props<Line> = {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
  /** Text of a heading line; null for a row. */
  readonly headingOf?: (line: Line) => string | null;
  /** Pixels of a row; headings are 32. */
  readonly rowHeight?: number;
  /** Rows are taller where they have more to say. */
  readonly flexible?: boolean;
  /** The row whose details are open. */
  readonly openKey: string | null;
  readonly children: (line: Line, active: boolean) => ReactNode;
  readonly onOpen: (line: Line) => void;
  readonly onToggle?: (line: Line) => void;
  readonly onDelete?: (line: Line) => void;
  /** Given where several rows can be chosen. */
  readonly several?: Several<Line>;
  readonly handle?: Ref<GridHandle>;
};

const controls = 'button, a, label, input, select, [role="switch"], [role="menuitem"]';

export function Grid<Line>(props: Props<Line>) {
  const {
    lines,
    keyOf,
    headingOf,
    rowHeight = 56,
    flexible = false,
    openKey,
    children,
    handle,
    several,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isRow = (index: number): boolean => {
    const line = lines[index];
    return line !== undefined && (headingOf?.(line) ?? null) === null;
  };
  // Not at every frame of scrolling.
  const rows = useMemo(
    () => (headingOf ? lines.filter((line) => headingOf(line) === null).length : lines.length),
    [lines, headingOf],
  );
  useSayFound(rows);
  const { lastRows } = useApp();
  const focus = useActiveRow({
    count: lines.length,
    keyAt: (index) => keyOf(lines[index] as Line),
    isRow,
    firstKey: openKey ?? lastRows.get(props.label) ?? null,
    onChosen: (key) => lastRows.set(props.label, key),
  });
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isRow(index) ? rowHeight : 32),
    getItemKey: (index) => keyOf(lines[index] as Line),
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 8,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
      // The row with the focus stays, however far away it is: focus is never lost by scrolling.
      if (focus.index >= 0 && focus.index < first) return [focus.index, ...seen];
      return focus.index > last ? [...seen, focus.index] : seen;
    },
  });
  useImperativeHandle(handle, () => ({ focus: () => focus.moveTo(focus.index) }));

  const choosing = selecting(several, {
    order: () => lines.filter((_, index) => isRow(index)).map(keyOf),
    keyAt: (index) => (lines[index] === undefined ? null : keyOf(lines[index])),
    active: focus.index,
  });
  const moveTo = (index: number, stretches: boolean): void => {
    if (!isRow(index)) return;
    if (stretches) choosing?.stretch(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    focus.moveTo(index);
    const line = lines[index];
    if (openKey !== null && line !== undefined && !stretches) props.onOpen(line);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (choosing?.key(event)) {
      event.preventDefault();
      return;
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target = GridKeys.target(event.key, focus.index, lines.length, pageRows, isRow);
    if (target !== null && !event.altKey && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      moveTo(target, event.shiftKey && choosing !== null);
      return;
    }
    const line = lines[focus.index];
    if (event.target.closest(controls) || line === undefined) return;
    const action = GridKeys.action(event.key, props);
    if (action) {
      event.preventDefault();
      action(line);
    }
  };
  const onClick = (event: MouseEvent<HTMLDivElement>, index: number): void => {
    const line = lines[index];
    if (
      !(event.target instanceof Element) ||
      !event.currentTarget.contains(event.target) ||
      line === undefined
    )
      return;
    const onControl = event.target.closest(controls);
    focus.choose(index);
    if (onControl || choosing?.click(event, index)) return;
    if (!document.getSelection()?.toString()) props.onOpen(line);
  };

  return (
    <div
      className={`grid-scroll ${flexible ? 'grid-flexible' : ''} ${several && several.selection.keys.size > 0 ? 'grid-selecting' : ''}`}
      ref={scroller}
    >
      <div
        className="grid"
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-multiselectable={several !== undefined || undefined}
        aria-rowcount={lines.length}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const heading = headingOf?.(line) ?? null;
          const transform = `translateY(${item.start}px)`;
          const place = { height: item.size, transform };
          if (heading !== null) {
            return (
              <div
                key={item.key}
                className="grid-heading"
                role="row"
                aria-rowindex={item.index + 1}
                style={place}
              >
                <div role="rowheader">{heading}</div>
              </div>
            );
          }
          const active = item.index === focus.index;
          const open = openKey === item.key;
          const selected = several?.selection.keys.has(String(item.key)) ?? false;
          return (
            <div
              key={item.key}
              ref={(element) => {
                focus.keep(String(item.key), element);
                if (flexible) virtualizer.measureElement(element);
              }}
              data-index={item.index}
              className="grid-row"
              role="row"
              aria-rowindex={item.index + 1}
              aria-selected={several ? selected : open}
              aria-current={(several && open) || undefined}
              tabIndex={active ? 0 : -1}
              style={flexible ? { transform } : place}
              onClick={(event) => onClick(event, item.index)}
              onContextMenu={openMenu}
              onFocus={() => focus.choose(item.index)}
              onMouseDown={(event) => {
                // A stretch of rows is chosen, not their text.
                if (several && event.shiftKey) event.preventDefault();
              }}
            >
              <div role="gridcell" className={`grid-cell ${several ? 'grid-cell-several' : ''}`}>
                {several && (
                  <label className="grid-check-target">
                    <input
                      type="checkbox"
                      className="grid-check"
                      aria-label={several.labelOf(line)}
                      tabIndex={-1}
                      checked={selected}
                      onChange={() => choosing?.toggle(item.index)}
                      onClick={(event) => {
                        if (!event.shiftKey) return;
                        event.preventDefault();
                        choosing?.stretch(item.index);
                      }}
                    />
                  </label>
                )}
                {children(line, active)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
