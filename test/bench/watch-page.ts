/** Measures the gaps between frames while scrolling, and the delay until a key press is visible. */
import type { Page } from 'playwright';

/** Selectors of the scroll container (`list`), `rows`, and `counted`, whose attribute `count` counts them. */
export type WatchedList = {
  readonly list: string;
  readonly rows: string;
  readonly counted: string;
  readonly count: string;
};

const steps = 120;

/** Scrolls one step per frame. Returns the longest gap between frames, and the maximum rendered rows. */
export function gapsWhileScrolling(
  page: Page,
  { list, rows }: WatchedList,
): Promise<{ readonly maxGap: number; readonly maxRows: number }> {
  return page.evaluate(
    ({ list, rows, steps }) =>
      new Promise((resolve, reject) => {
        const scroller = document.querySelector(list);
        if (!scroller) return reject(new Error(`there is no ${list}`));
        let step = 0;
        let before = Number.NaN;
        let maxGap = 0;
        let maxRows = 0;
        const frame = (now: number): void => {
          if (step > 0) maxGap = Math.max(maxGap, now - before);
          before = now;
          maxRows = Math.max(maxRows, document.querySelectorAll(rows).length);
          if (step < steps) {
            step += 1;
            scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * step) / steps;
            requestAnimationFrame(frame);
          } else resolve({ maxGap, maxRows });
        };
        scroller.scrollTop = 0;
        requestAnimationFrame(() => requestAnimationFrame(frame));
      }),
    { list, rows, steps },
  );
}

/** Presses a key. Returns the milliseconds until a frame shows the expected number of rows. */
export async function shownAfterKey(
  page: Page,
  { counted, count }: WatchedList,
  key: string,
  left: number,
): Promise<number> {
  const shown = page.evaluate(
    ({ counted, count, left }) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        const look = (): void => {
          if (document.querySelector(counted)?.getAttribute(count) !== left) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - pressed);
            port2.postMessage(null);
          });
        };
        const observer = new MutationObserver(look);
        const all = { subtree: true, childList: true, attributes: true, attributeFilter: [count] };
        window.addEventListener('keydown', (event) => (pressed = event.timeStamp), {
          once: true,
          capture: true,
        });
        observer.observe(document.body, all);
      }),
    { counted, count, left: String(left) },
  );
  await page.evaluate(() => null);
  await page.keyboard.press(key);
  return shown;
}
