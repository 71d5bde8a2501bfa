import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SettingId } from '../../logic/settings.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

type Props = { readonly id: SettingId; readonly children: ReactNode };

/** One setting. Receives the focus if the screen's address names it, and is marked until it loses the focus. */
export function Setting({ id, children }: Props) {
  const { screen } = useApp();
  const current = useStore(screen);
  const isWanted = current.kind === 'settings' && current.setting === id;
  const element = useRef<HTMLDivElement>(null);
  const [isMarked, setIsMarked] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let frame = 0;
    // Waits until the dialog or list that opened the setting has restored the focus.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        focusSetting(element.current);
        setIsMarked(true);
        // Removes the setting from the address, so that a second search for it changes the address again.
        const { kind, section } = current;
        screen.replace({ kind, section });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, current, screen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes that the focus leaves the setting
    <div
      ref={element}
      className="setting"
      data-marked={isMarked || undefined}
      tabIndex={isWanted || isMarked ? -1 : undefined}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setIsMarked(false)
      }
    >
      {children}
    </div>
  );
}

/** Focuses the first control, or the setting itself if it contains none. Opens folded sections. */
function focusSetting(setting: HTMLElement | null): void {
  const folded = setting?.closest('details');
  if (folded) folded.open = true;
  const controls = 'input:checked, input:not([type="radio"]), select, textarea, button, a';
  const control = setting?.querySelector<HTMLElement>(controls) ?? setting;
  control?.focus({ preventScroll: true });
  setting?.scrollIntoView({ block: 'nearest' });
}
