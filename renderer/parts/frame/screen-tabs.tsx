import { useRef } from 'react';
import { type Screen, screenHash } from '../../logic/screen.ts';
import { useApp } from '../../state/app-state.ts';
import { useFits } from '../../state/window/narrow.ts';
import { Select } from '../fields/select.tsx';

type Props<Part extends string> = {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly nameOf: (part: Part) => string;
  readonly current: Part;
  readonly screenOf: (part: Part) => Screen;
  readonly atSide?: boolean;
};

/** Tabs of a screen. If they do not fit, a menu replaces them. */
export function ScreenTabs<Part extends string>(props: Props<Part>) {
  const { label, parts, nameOf, current, screenOf, atSide = false } = props;
  const app = useApp();
  const strip = useRef<HTMLElement>(null);
  const fits = useFits(strip);
  const go = (part: Part): void => {
    app.search.set('');
    app.screen.go(screenOf(part));
  };
  return (
    <nav ref={strip} className={`screen-tabs ${atSide ? 'screen-tabs-side' : ''}`} aria-label={label}>
      {fits ? (
        parts.map((part) => (
          <a
            key={part}
            href={screenHash(screenOf(part))}
            className="screen-tab"
            data-text={nameOf(part)}
            aria-current={part === current ? 'page' : undefined}
            draggable={false}
            onClick={(event) => {
              event.preventDefault();
              go(part);
            }}
          >
            {nameOf(part)}
          </a>
        ))
      ) : (
        <Select
          aria-label={label}
          value={current}
          onChange={({ currentTarget }) => {
            const chosen = parts[currentTarget.selectedIndex];
            if (chosen) go(chosen);
          }}
        >
          {parts.map((part) => (
            <option key={part} value={part}>
              {nameOf(part)}
            </option>
          ))}
        </Select>
      )}
    </nav>
  );
}
