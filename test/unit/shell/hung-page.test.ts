import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askDelayMs, askWhenHung } from '../../../main/shell/window/hung-page.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

/** Creates a window whose page can become unresponsive. Its dialogs return `answers` in order. */
function hangingWindow(answers: boolean[]) {
  const clock = createFakeClock();
  const dialogs: AbortSignal[] = [];
  let reloads = 0;
  const contents = Object.assign(new EventEmitter(), {
    forcefullyCrashRenderer: () => {
      reloads += 1;
      contents.emit('render-process-gone');
    },
  });
  const window = Object.assign(new EventEmitter(), { webContents: contents });
  askWhenHung(
    window as unknown as Parameters<typeof askWhenHung>[0],
    async (signal) => {
      dialogs.push(signal);
      return answers.shift() ?? new Promise<boolean>(() => undefined);
    },
    { clock, log: collectedLog().log },
  );
  return { clock, window, dialogs, reloads: () => reloads };
}

test('a hung page opens no dialog if it responds within 30 seconds', async () => {
  const { clock, window, dialogs } = hangingWindow([]);
  window.emit('unresponsive');
  await clock.advance(askDelayMs - 1);
  expect(dialogs).toHaveLength(0);
  window.emit('responsive');
  await clock.advance(askDelayMs);
  expect(dialogs).toHaveLength(0);
});

test('the hung-page dialog reopens after 30 s and reloads the page once', async () => {
  const { clock, window, dialogs, reloads } = hangingWindow([false, true]);
  window.emit('unresponsive');
  window.emit('unresponsive');
  await clock.advance(askDelayMs);
  expect(dialogs).toHaveLength(1);
  expect(reloads()).toBe(0);
  await clock.advance(askDelayMs);
  expect(dialogs).toHaveLength(2);
  expect(reloads()).toBe(1);
  await clock.advance(10 * askDelayMs);
  expect(dialogs).toHaveLength(2);
});

test('the dialog closes when the page responds, crashes or is closed', async () => {
  for (const [event, from] of [
    ['responsive', 'window'],
    ['closed', 'window'],
    ['render-process-gone', 'contents'],
  ] as const) {
    const { clock, window, dialogs, reloads } = hangingWindow([]);
    window.emit('unresponsive');
    await clock.advance(askDelayMs);
    expect(dialogs[0]?.aborted).toBe(false);
    (from === 'window' ? window : window.webContents).emit(event);
    expect(dialogs[0]?.aborted).toBe(true);
    expect(reloads()).toBe(0);
  }
});
