import { Menu as Base } from '@base-ui/react/menu';
import {
  cloneElement,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../messages.ts';
import type { MenuEntry } from '../../state/action-registry.ts';
import { menuActions, useActions } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { callMain } from '../../state/data/calls.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icons.tsx';
import { ChosenRow } from '../list/row-tab-index.ts';

export type { MenuEntry } from '../../state/action-registry.ts';

type Props = {
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly entries: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'right';
  readonly align?: 'start' | 'end';
};

export function Menu(props: Props) {
  return <WholeMenu {...props} trigger={cloneElement(props.trigger, useContextMenu(props.entries))} />;
}

type MoreProps = Pick<Props, 'entries'> & {
  readonly name: string;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
};

/** Menu behind “⋯”, created on first use: hundreds of menus would slow down a list. */
export function MoreMenu({ name, entries, onOpenChange }: MoreProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keys' | null>(null);
  const open = (by: 'pointer' | 'keys'): void => {
    setOpenedBy(by);
    onOpenChange?.(true);
  };
  const trigger = {
    icon: 'more' as const,
    label: t('common.moreFor', { name }),
    title: t('common.more'),
    ...useContextMenu(entries),
  };
  const isChosen = useContext(ChosenRow);
  const rowActions = isChosen && <RowActions name={name} entries={entries} />;
  if (openedBy) {
    return (
      <>
        {rowActions}
        <WholeMenu
          entries={entries}
          trigger={<IconButton {...trigger} />}
          openedBy={openedBy}
          onOpenChange={onOpenChange}
        />
      </>
    );
  }
  return (
    <>
      {rowActions}
      <IconButton
        {...trigger}
        aria-haspopup="menu"
        aria-expanded={false}
        // `detail` is 0 if the keyboard caused the click.
        onClick={({ detail }) => open(detail === 0 ? 'keys' : 'pointer')}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') event.stopPropagation();
          if (event.key === 'ArrowDown') open('keys');
        }}
      />
    </>
  );
}

/** Offers the menu of the chosen row in the palette and the menu bar, and by single-letter shortcuts. */
function RowActions({ name, entries }: Pick<MoreProps, 'name' | 'entries'>) {
  useActions(menuActions('row', name, entries));
  return null;
}

function WholeMenu({
  trigger,
  entries,
  side = 'bottom',
  align = 'end',
  openedBy = null,
  onOpenChange,
}: Props & Pick<MoreProps, 'onOpenChange'> & { readonly openedBy?: 'pointer' | 'keys' | null }) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (openedBy !== 'keys') return;
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [openedBy]);
  return (
    <Base.Root defaultOpen={openedBy !== null} onOpenChange={(open) => onOpenChange?.(open)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-layer" side={side} align={align} sideOffset={4}>
          <Base.Popup ref={popup} className="menu">
            {entries.map((entry, index) =>
              entry === 'separator' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other key and are never reordered
                <Base.Separator key={`separator ${index}`} className="menu-separator" />
              ) : (
                <Base.Item
                  key={entry.label}
                  className={`menu-item ${entry.danger ? 'menu-item-danger' : ''}`}
                  onClick={entry.run}
                  {...(entry.checked === undefined
                    ? {}
                    : { role: 'menuitemradio', 'aria-checked': entry.checked })}
                >
                  {entry.label}
                  {entry.checked && <Icon name="check" />}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function openMenu(event: MouseEvent<HTMLElement>): void {
  const inText = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  const menu = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (inText || menu === null || document.getSelection()?.toString()) return;
  event.preventDefault();
  const { button, clientX, clientY } = event;
  const inRow = { button, clientX, clientY, bubbles: true, cancelable: true };
  menu.dispatchEvent(new window.MouseEvent('contextmenu', inRow));
}

function useContextMenu(entries: readonly MenuEntry[]): Pick<HTMLAttributes<HTMLElement>, 'onContextMenu'> {
  const { bridge, inWindow } = useApp().connection;
  const popUp = async (at: { x: number; y: number } | null): Promise<void> => {
    const shown = entries.map((entry) => {
      if (entry === 'separator') return entry;
      const { label, checked } = entry;
      return { label, ...(checked === undefined ? {} : { checked }) };
    });
    const chosen = await callMain(bridge, 'desktop.popUpMenu', { entries: shown, at });
    const entry = chosen === null ? undefined : entries[chosen];
    if (entry && entry !== 'separator') entry.run();
  };
  return {
    onContextMenu: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const { button, clientX, clientY, currentTarget } = event;
      // A right-click opens the menu at the pointer (null). For a menu opened by keyboard, the event contains
      // the position of the focused element.
      const at = button === 2 ? null : { x: Math.round(clientX), y: Math.round(clientY) };
      if (inWindow) void popUp(at);
      else currentTarget.click();
    },
  };
}
