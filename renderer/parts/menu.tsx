import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { Icon } from './icons.tsx';

export type MenuEntry =
  | {
      readonly label: string;
      readonly run: () => void;
      readonly danger?: boolean;
      readonly checked?: boolean;
    }
  | 'separator';

type Props = {
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'right';
  readonly align?: 'start' | 'end';
};

/** A menu behind a button. */
export function Menu({ trigger, entries, side = 'bottom', align = 'end' }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-layer" side={side} align={align} sideOffset={4}>
          <Base.Popup className="menu">
            {entries.map((entry, index) =>
              entry === 'separator' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other name and do not move
                <Base.Separator key={`separator ${index}`} className="menu-separator" />
              ) : (
                <Base.Item
                  key={entry.label}
                  className={`menu-item ${entry.danger ? 'menu-item-danger' : ''}`}
                  onClick={entry.run}
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
