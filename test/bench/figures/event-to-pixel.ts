/** Measures the time from a core event for one of 10,000 rows to the frame that shows the change. */
import type { Page } from 'playwright';
import type { Core } from '../../../main/core.ts';
import type { Figure, Measured } from '../figure.ts';
import { fillJournal } from '../many-uploads.ts';
import { withPage } from '../page.ts';

const rows = 10_000;
const rounds = 60;
const budgetMs = 50;

export const eventToPixel: Figure = {
  name: 'event-to-pixel-10000-rows',
  peer: 'the budget of 50 ms: three frames of a screen that draws 60 a second',
  unit: 'ms',
  goal: 1,
  better: 'less',
  measure: () =>
    withPage(
      (dataDir) =>
        fillJournal(dataDir, rows, (number) => ({
          path: `/builds/app-${number}.apk`,
          finishedAt: null,
          machine: { kind: 'queued', step: 'send', plan: { activate: true, send: true } },
        })),
      measured,
    ),
};

const now = (): number => performance.timeOrigin + performance.now();

async function measured(page: Page, core: Core): Promise<Measured> {
  const first = core.uploads.list()[0];
  if (!first?.package) throw new Error('the list is empty');
  const measured: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const versionName = `9.${round}`;
    const shown = page.evaluate(drawnAt, versionName);
    await page.evaluate(() => null);
    const began = now();
    core.uploads.events.emit('changed', { ...first, package: { ...first.package, versionName } });
    measured.ours.push((await shown) - began);
    measured.theirs.push(budgetMs);
  }
  return measured;
}

/** Runs in the page. Returns the time at which a frame shows this text, in milliseconds since 1970. */
function drawnAt(text: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main [role="grid"]')?.textContent?.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
