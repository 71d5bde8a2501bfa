import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { dayOf } from '../logic/uploads.ts';

const pointerRestMs = 1_200;

/** Keeps the previous order unless there are new rows, so that rows do not move under the pointer. */
export function keepOrder<Line>(
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

export function useStableOrder<Line>(next: readonly Line[], keyOf: (line: Line) => string) {
  const shown = useRef(next);
  const [frozen, setFrozen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = (): void => {
    clearTimeout(timer.current);
    setFrozen(false);
  };
  const lines = frozen ? keepOrder(shown.current, next, keyOf) : next;
  useEffect(() => {
    shown.current = lines;
  });
  return {
    lines,
    pointer: {
      onPointerMove: (event: PointerEvent): void => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        setFrozen(true);
        timer.current = setTimeout(release, pointerRestMs);
      },
      onPointerLeave: release,
    },
  };
}

export function useDebounced(text: string, milliseconds: number): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
}

/** Returns the start of today in local time; updates when the day changes. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(Date.now())), 30_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}
