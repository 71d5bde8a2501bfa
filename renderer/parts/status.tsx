import { type ReactNode, useEffect, useRef } from 'react';
import { useApp } from '../state/app-state.ts';

const pauseMs = 500;

/** Announces a text in the page's live region: screen readers ignore a region added with its text. */
export function Status({ children }: { readonly children: ReactNode }) {
  const { announcer } = useApp();
  const element = useRef<HTMLDivElement>(null);
  const announced = useRef('');
  useEffect(() => {
    const timer = setTimeout(() => {
      const text = element.current?.textContent?.trim() ?? '';
      if (text !== '' && text !== announced.current) announcer.announce(text);
      announced.current = text;
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div ref={element} className="status">
      {children}
    </div>
  );
}
