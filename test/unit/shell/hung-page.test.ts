import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askDelayMs, askWhenHung } from '../../../main/shell/window/hung-page.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';

/** A window that hangs and comes to itself when it is told to, and a person with answers. */
function hangingWindow(answers: boolean[]) {
  const clock = createFakeClock();
  const asked: AbortSignal[] = [];
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
      asked.push(signal);
      return answers.shift() ?? new Promise<boolean>(() => undefined);
    },
    { clock, log: collectedLog().log },
  );
  return { clock, window, asked, reloads: () => reloads };
}

test('nobody is asked before half a minute, nor of a page that answers again', async () => {
  const { clock, window, asked } = hangingWindow([]);
  window.emit('unresponsive');
  await clock.advance(askDelayMs - 1);
  expect(asked).toHaveLength(0);
  window.emit('responsive');
  await clock.advance(askDelayMs);
  expect(asked).toHaveLength(0);
});

test('who waits is asked again half a minute later; who reloads ends the page, once', async () => {
  const { clock, window, asked, reloads } = hangingWindow([false, true]);
  window.emit('unresponsive');
  window.emit('unresponsive');
  await clock.advance(askDelayMs);
  expect(asked).toHaveLength(1);
  expect(reloads()).toBe(0);
  await clock.advance(askDelayMs);
  expect(asked).toHaveLength(2);
  expect(reloads()).toBe(1);
  await clock.advance(10 * askDelayMs);
  expect(asked).toHaveLength(2);
});

test('the question is taken back when the page answers, crashes or is closed', async () => {
  for (const [event, from] of [
    ['responsive', 'window'],
    ['closed', 'window'],
    ['render-process-gone', 'contents'],
  ] as const) {
    const { clock, window, asked, reloads } = hangingWindow([]);
    window.emit('unresponsive');
    await clock.advance(askDelayMs);
    expect(asked[0]?.aborted).toBe(false);
    (from === 'window' ? window : window.webContents).emit(event);
    expect(asked[0]?.aborted).toBe(true);
    expect(reloads()).toBe(0);
  }
});
