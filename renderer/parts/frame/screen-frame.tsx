import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { isPressed } from '../../logic/shortcuts.ts';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icons.tsx';
import { Shortcut } from '../shortcut.tsx';
import { ScreenContext } from './screen-context.ts';

type Props = {
  readonly title: string;
  /** Returns to the list that contains the screen. Esc has the same effect. */
  readonly back?: { readonly label: string; readonly run: () => void };
  readonly totals?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly drawer?: ReactNode;
  readonly onCloseDrawer?: () => void;
  readonly searchable?: boolean;
  /** Called when the user presses Enter in the search field. */
  readonly onSearched?: (() => void) | undefined;
};

const intoList: readonly string[] = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

export function ScreenFrame({ title, back, totals, actions, children, drawer, ...rest }: Props) {
  const { onCloseDrawer, searchable = true, onSearched } = rest;
  const heading = useId();
  const list = useRef<{ focus(): void }>(null);
  const closeDrawer = (): void => {
    onCloseDrawer?.();
    list.current?.focus();
  };
  useEffect(() => {
    document.title = `${title} · Slipway`;
  }, [title]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event;
    const isHeading = target instanceof Element && target.id === heading;
    if ((isHeading || target === currentTarget) && intoList.includes(event.key) && list.current) {
      event.preventDefault();
      list.current.focus();
      return;
    }
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !inside) return;
    const leave = drawer ? closeDrawer : back?.run;
    if (!leave) return;
    event.preventDefault();
    leave();
  };
  return (
    <main className="screen" aria-labelledby={heading} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className="title-area">
        {back && <IconButton icon="back" label={back.label} onClick={back.run} />}
        <h1 id={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        <div className="totals">{totals}</div>
        {searchable && <SearchField title={title} onSearched={onSearched} />}
        {actions}
      </header>
      <ScreenContext value={{ list, closeDrawer }}>
        <div className="screen-body">
          <div className="screen-content">{children}</div>
          {drawer}
        </div>
      </ScreenContext>
    </main>
  );
}

const searchKeys = { key: 'f' };

function SearchField({ title, onSearched }: Pick<Props, 'title' | 'onSearched'>) {
  const { search, focusSearch, keyboard } = useApp();
  const text = useStore(search);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusField = (): void => {
      input.current?.focus();
      input.current?.select();
    };
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (!isPressed(event, searchKeys, keyboard)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      focusField();
    };
    window.addEventListener('keydown', onKeyDown);
    focusSearch.set(focusField);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      focusSearch.set(null);
    };
  }, [focusSearch, keyboard]);
  return (
    <search className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={t('common.search')}
        aria-label={t('common.searchIn', { screen: title })}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => search.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearched?.();
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          search.set('');
        }}
      />
      {text === '' && <Shortcut keys={searchKeys} />}
      {text !== '' && (
        <IconButton
          icon="close"
          label={t('common.clearSearch')}
          onClick={() => {
            search.set('');
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}
