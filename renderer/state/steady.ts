import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { dayOf } from '../logic/uploads.ts';

const stillMilliseconds = 1_200;

/**
 * The lines in the order they had, while the pointer moves over them; rows that are new or gone are so at once. Shortly
 * after the pointer rests or leaves, the new order is taken.
 */
export function holdOrder<Line>(
  shown: readonly Line[],
  next: readonly Line[],
  keyOf: (line: Line) => string,
): readonly Line[] {
  const nextByKey = new Map(next.map((line) => [keyOf(line), line]));
  const shownKeys = new Set(shown.map(keyOf));
  const isNew = next.some((line) => !shownKeys.has(keyOf(line)));
  if (isNew) return next;
  return shown.flatMap((line) => nextByKey.get(keyOf(line)) ?? []);
}

export function useSteady<Line>(next: readonly Line[], keyOf: (line: Line) => string) {
  const shown = useRef(next);
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = (): void => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const lines = held ? holdOrder(shown.current, next, keyOf) : next;
  useEffect(() => {
    shown.current = lines;
  });
  return {
    lines,
    pointer: {
      onPointerMove: (event: PointerEvent): void => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        setHeld(true);
        timer.current = setTimeout(release, stillMilliseconds);
      },
      onPointerLeave: release,
    },
  };
}

/** A text once nobody has typed for so many milliseconds. */
export function useRested(text: string, milliseconds: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
}

/** Midnight before now, changed when the day does. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(Date.now())), 30_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
