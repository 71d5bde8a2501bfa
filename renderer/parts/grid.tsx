// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be positioned row by row
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its rows
/** A list of rows that stays fluent with thousands: only what is seen is drawn. Arrows move, Enter opens. */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react';
import { GridKeys, useActiveRow } from './grid-focus.ts';

export type GridHandle = { focus(): void };

type Props<Line> = {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
  /** Text of a heading line; null for a row. */
  readonly headingOf?: (line: Line) => string | null;
  /** Pixels of a row; headings are 32. */
  readonly rowHeight?: number;
  /** The row whose details are open. */
  readonly openKey: string | null;
  readonly children: (line: Line, active: boolean) => ReactNode;
  readonly onOpen: (line: Line) => void;
  readonly onToggle?: (line: Line) => void;
  readonly onDelete?: (line: Line) => void;
  readonly handle?: Ref<GridHandle>;
};

const controls = 'button, a, input, select, [role="switch"], [role="menuitem"]';

export function Grid<Line>(props: Props<Line>) {
  const { lines, keyOf, headingOf, rowHeight = 56, openKey, children, handle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isRow = (index: number): boolean => {
    const line = lines[index];
    return line !== undefined && (headingOf?.(line) ?? null) === null;
  };
  const focus = useActiveRow({
    count: lines.length,
    keyAt: (index) => keyOf(lines[index] as Line),
    isRow,
    openKey,
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

  const moveTo = (index: number): void => {
    if (!isRow(index)) return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    focus.moveTo(index);
    const line = lines[index];
    if (openKey !== null && line !== undefined) props.onOpen(line);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target = GridKeys.target(event.key, focus.index, lines.length, pageRows, isRow);
    if (target !== null && !event.altKey && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      moveTo(target);
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
    focus.choose(index);
    if (!event.target.closest(controls) && !document.getSelection()?.toString()) props.onOpen(line);
  };

  return (
    <div className="grid-scroll" ref={scroller}>
      <div
        className="grid"
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-rowcount={lines.length}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const heading = headingOf?.(line) ?? null;
          const place = { height: item.size, transform: `translateY(${item.start}px)` };
          if (heading !== null) {
            return (
              <div
                key={item.key}
                className="grid-heading"
                role="row"
                aria-rowindex={item.index + 1}
                style={place}
              >
                <div role="gridcell">{heading}</div>
              </div>
            );
          }
          const active = item.index === focus.index;
          return (
            <div
              key={item.key}
              ref={(element) => focus.keep(String(item.key), element)}
              className="grid-row"
              role="row"
              aria-rowindex={item.index + 1}
              aria-selected={openKey === item.key}
              tabIndex={active ? 0 : -1}
              style={place}
              onClick={(event) => onClick(event, item.index)}
              onFocus={() => focus.choose(item.index)}
            >
              <div role="gridcell" className="grid-cell">
                {children(line, active)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
