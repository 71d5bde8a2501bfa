import { useLayoutEffect, useRef, useState } from 'react';
import { splitPath } from '../logic/file-path.ts';

type Props = { readonly path: string; readonly title?: string; readonly className?: string };

/** A path on one line. Truncates the middle if the path does not fit. */
export function PathText({ path, title = path, className = '' }: Props) {
  const [start, end] = splitPath(path);
  const whole = useRef<HTMLSpanElement>(null);
  const [startLength, setStartLength] = useState(start.length);
  useLayoutEffect(() => {
    const element = whole.current;
    const text = element?.firstChild;
    const box = element?.parentElement;
    if (!text || !box) return;
    const range = document.createRange();
    const widthOf = (from: number, to: number): number => {
      range.setStart(text, from);
      range.setEnd(text, to);
      return range.getBoundingClientRect().width;
    };
    const measure = (): void => {
      const { width } = box.getBoundingClientRect();
      const isWhole = widthOf(0, path.length) <= width;
      // With CSS, a character that does not fit would leave a gap between the ellipsis and the end.
      const ellipsis = element.getBoundingClientRect().width - widthOf(0, path.length);
      const room = width - ellipsis - widthOf(start.length, path.length);
      let length = isWhole ? start.length : 0;
      while (length < start.length && widthOf(0, length + 1) <= room) length += 1;
      setStartLength(length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [start, path]);
  return (
    <bdi className={`path-text ${className}`} title={title}>
      <span ref={whole} className="path-whole">
        {path}
      </span>
      <span aria-hidden="true">
        {startLength < start.length ? `${start.slice(0, startLength)}…${end}` : path}
      </span>
    </bdi>
  );
}
