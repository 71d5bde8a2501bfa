import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { useNarrow } from '../../state/window/narrow.ts';
import { IconButton } from '../button.tsx';
import { ScreenContext } from '../frame/screen-context.ts';

type Props = {
  readonly title: string;
  readonly subtitle?: string | null;
  readonly children: ReactNode;
};

/**
 * Details of the selected row. In a narrow window, they cover the list and receive the focus, unless a dialog
 * has it.
 */
export function Drawer({ title, subtitle, children }: Props) {
  const context = useContext(ScreenContext);
  const panel = useRef<HTMLElement>(null);
  const { dialog } = useApp();
  const narrow = useNarrow();
  useLayoutEffect(() => {
    const covered = panel.current?.parentElement?.querySelector('.screen-content');
    if (!narrow || !covered) return;
    if (dialog.get() === null) panel.current?.focus();
    covered.toggleAttribute('inert', true);
    return () => {
      covered.toggleAttribute('inert', false);
    };
  }, [narrow, dialog]);
  return (
    <aside className="drawer" aria-label={`${t('common.details')}: ${title}`} ref={panel} tabIndex={-1}>
      <header className="drawer-head">
        <div className="drawer-titles">
          <h2 dir="auto">{title}</h2>
          {subtitle && <p dir="auto">{subtitle}</p>}
        </div>
        <IconButton icon="close" label={t('common.close')} onClick={context?.closeDrawer} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="drawer-body" tabIndex={0} aria-label={title}>
        {children}
      </section>
    </aside>
  );
}

export function DrawerSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="drawer-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export function Selectable({ text }: { readonly text: string }) {
  return <span className="selectable">{text}</span>;
}

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
