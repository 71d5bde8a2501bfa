import { type ReactNode, useEffect, useRef } from 'react';
import { useApp } from '../state/app-state.ts';

const pauseMs = 500;

/**
 * Words that come or change without taking the focus. They are said in the region that is on the page all along: a screen
 * reader does not hear one that comes together with its words.
 */
export function Status({ children }: { readonly children: ReactNode }) {
  const { announcer } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const said = useRef('');
  useEffect(() => {
    const timer = setTimeout(() => {
      const text = place.current?.textContent?.trim() ?? '';
      if (text !== '' && text !== said.current) announcer.say(text);
      said.current = text;
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div ref={place} className="status">
      {children}
    </div>
  );
}
