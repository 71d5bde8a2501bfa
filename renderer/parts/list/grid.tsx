// biome-ignore-all lint/a11y/useSemanticElements: virtualised rows cannot be positioned in a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are focusable, cells are not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for all rows
/**
 * Virtualised list. Arrow keys move between rows, and Enter opens a row. With `several`, rows can be
 * selected: Ctrl/Cmd-click and Ctrl-Space toggle, Shift selects a range, Ctrl/Cmd-A selects all, Esc clears.
 */
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAnnounceResults } from '../../state/announce-results.ts';
import { useApp } from '../../state/app-state.ts';
import { ScreenContext } from '../frame/screen-context.ts';
import { openMenu } from '../overlays/menu.tsx';
import { type ActiveRow, GridKeys, useActiveRow } from './grid-focus.ts';
import { type MultiSelection, type Selecting, selecting } from './multi-selection.ts';
import { ChosenRow, RowTabIndex } from './row-tab-index.ts';

type Props<Line> = {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly keyOf: (line: Line) => string;
  readonly headingOf?: (line: Line) => string | null;
  /** Height of a row in pixels. Headings have 32 pixels. */
  readonly rowHeight?: number;
  readonly flexible?: boolean;
  readonly openKey?: string | null;
  readonly children: (line: Line) => ReactNode;
  readonly onOpen?: (line: Line) => void;
  readonly onToggle?: (line: Line) => void;
  readonly onDelete?: (line: Line) => void;
  readonly several?: MultiSelection<Line>;
};

type Rows<Line> = {
  readonly props: Props<Line>;
  readonly focus: ActiveRow;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly choosing: Selecting | null;
  readonly chosenIndex: number;
};

const controls = 'button, a, label, input, select, [role="switch"], [role="menuitem"]';

export function Grid<Line>(props: Props<Line>) {
  const { lines, headingOf, flexible = false, several, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // Memoised, because the component renders on every scroll.
  const rowCount = useMemo(
    () => (headingOf ? lines.filter((line) => headingOf(line) === null).length : lines.length),
    [lines, headingOf],
  );
  useAnnounceResults(rowCount);
  const rows = useRows(props, scroller, useFocusInside(scroller));
  const { focus, virtualizer } = rows;
  useImperativeHandle(useContext(ScreenContext)?.list, () => ({ focus: () => focus.moveTo(focus.index) }));
  const isSelecting = several !== undefined && several.selection.keys.size > 0;
  return (
    <div
      className={`grid-scroll ${flexible ? 'grid-flexible' : ''} ${isSelecting ? 'grid-selecting' : ''}`}
      ref={scroller}
    >
      <div
        className="grid"
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={several !== undefined || undefined}
        aria-rowcount={lines.length}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => onKey(event, rows, scroller.current?.clientHeight ?? 0)}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const heading = headingOf?.(line) ?? null;
          return heading === null ? (
            <GridRow key={item.key} rows={rows} item={item} line={line} />
          ) : (
            <GridHeading key={item.key} item={item} text={heading} />
          );
        })}
      </div>
    </div>
  );
}

const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Returns true while the list has the focus, or has lost it only to a menu, a dialog or another window. */
function useFocusInside(list: { readonly current: HTMLElement | null }): boolean {
  const [inside, setInside] = useState(false);
  useEffect(() => {
    // Not `blur`: at that time the body is the active element, which counts as a lost focus.
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      if (list.current?.contains(target)) setInside(true);
      else if (!target.closest(overlay)) setInside(false);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [list]);
  return inside;
}

const isRow = <Line,>({ lines, headingOf }: Props<Line>, index: number): boolean => {
  const line = lines[index];
  return line !== undefined && (headingOf?.(line) ?? null) === null;
};

function useRows<Line>(
  props: Props<Line>,
  scroller: { readonly current: HTMLDivElement | null },
  isFocused: boolean,
): Rows<Line> {
  const { lines, keyOf, rowHeight = 56, openKey = null, several, label } = props;
  const { lastRows } = useApp();
  const keyAt = (index: number): string => keyOf(lines[index] as Line);
  const focus = useActiveRow({
    count: lines.length,
    keyAt,
    isRow: (index) => isRow(props, index),
    firstKey: openKey ?? lastRows.get(label) ?? null,
    onChosen: (key) => lastRows.set(label, key),
  });
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isRow(props, index) ? rowHeight : 32),
    getItemKey: keyAt,
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 8,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
      // Keeps the focused row rendered, so that scrolling does not lose the focus.
      if (focus.index >= 0 && focus.index < first) return [focus.index, ...seen];
      return focus.index > last ? [...seen, focus.index] : seen;
    },
  });
  const choosing = selecting(several, {
    order: () => lines.filter((_, index) => isRow(props, index)).map(keyOf),
    keyAt: (index) => (lines[index] === undefined ? null : keyAt(index)),
    active: focus.index,
  });
  const isSubject = isFocused && openKey === null && !several?.selection.keys.size;
  return { props, focus, virtualizer, choosing, chosenIndex: isSubject ? focus.index : -1 };
}

function onKey<Line>(event: KeyboardEvent<HTMLDivElement>, rows: Rows<Line>, height: number): void {
  const { props, focus, choosing } = rows;
  const { lines, rowHeight = 56 } = props;
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
  if (choosing?.key(event)) {
    event.preventDefault();
    return;
  }
  const pageRows = Math.max(1, Math.floor(height / rowHeight) - 1);
  const target = GridKeys.target(event.key, focus.index, lines.length, pageRows, (index) =>
    isRow(props, index),
  );
  if (target !== null && !event.altKey && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    moveTo(rows, target, event.shiftKey && choosing !== null);
    return;
  }
  const line = lines[focus.index];
  if (event.target.closest(controls) || line === undefined) return;
  const action = GridKeys.action(event.key, props);
  if (action) {
    event.preventDefault();
    action(line);
  }
}

function moveTo<Line>(rows: Rows<Line>, index: number, isRange: boolean): void {
  const { props, focus, virtualizer, choosing } = rows;
  if (!isRow(props, index)) return;
  if (isRange) choosing?.selectTo(index);
  virtualizer.scrollToIndex(index, { align: 'auto' });
  focus.moveTo(index);
  const line = props.lines[index];
  if ((props.openKey ?? null) !== null && line !== undefined && !isRange) props.onOpen?.(line);
}

const styleOf = ({ size, start }: VirtualItem) => ({ height: size, transform: `translateY(${start}px)` });

function GridHeading({ item, text }: { readonly item: VirtualItem; readonly text: string }) {
  return (
    <div className="grid-heading" role="row" aria-rowindex={item.index + 1} style={styleOf(item)}>
      <div role="rowheader">{text}</div>
    </div>
  );
}

type RowProps<Line> = {
  readonly rows: Rows<Line>;
  readonly item: VirtualItem;
  readonly line: Line;
};

function GridRow<Line>({ rows, item, line }: RowProps<Line>) {
  const { props, focus, virtualizer, choosing, chosenIndex } = rows;
  const { several, flexible = false, openKey, children } = props;
  const { index } = item;
  const key = String(item.key);
  const tabIndex = index === focus.index ? 0 : -1;
  const open = openKey === key;
  const selected = several?.selection.keys.has(key) ?? false;
  const { transform, height } = styleOf(item);
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    const onControl = event.target.closest(controls);
    focus.choose(index);
    if (onControl || choosing?.click(event, index)) return;
    if (!document.getSelection()?.toString()) props.onOpen?.(line);
  };
  return (
    <div
      ref={(element) => {
        focus.keep(key, element);
        if (flexible) virtualizer.measureElement(element);
      }}
      data-index={index}
      className="grid-row"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={several ? selected : open}
      aria-current={(several && open) || undefined}
      tabIndex={tabIndex}
      style={flexible ? { transform } : { transform, height }}
      onClick={onClick}
      onContextMenu={openMenu}
      onFocus={() => focus.choose(index)}
      onMouseDown={(event) => {
        // Prevents selecting text while selecting a range.
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
              onChange={() => choosing?.toggle(index)}
              onClick={(event) => {
                if (!event.shiftKey) return;
                event.preventDefault();
                choosing?.selectTo(index);
              }}
            />
          </label>
        )}
        <RowTabIndex value={tabIndex}>
          <ChosenRow value={index === chosenIndex}>{children(line)}</ChosenRow>
        </RowTabIndex>
      </div>
    </div>
  );
}
