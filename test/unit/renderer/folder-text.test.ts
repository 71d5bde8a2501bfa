import { expect, test } from 'vitest';
import { pollingTexts } from '../../../main/cli/terminal/polling-text.ts';
import { pollingText, toneOf } from '../../../renderer/screens/folders/folder-text.ts';

const reasons = ['chosen', 'network-share', 'no-watches-left', 'events-unreliable'] as const;

test('a polled folder shows the reason in the window and on the terminal', () => {
  const texts = reasons.map((reason) => pollingText({ kind: 'polling', reason }));
  expect(new Set(texts).size).toBe(reasons.length);
  expect(texts.every((text) => text?.endsWith('.') === true)).toBe(true);
  expect(pollingText({ kind: 'watching' })).toBeNull();
  expect(toneOf({ kind: 'polling', reason: 'network-share' })).toBe('good');
  for (const text of [
    pollingText({ kind: 'polling', reason: 'no-watches-left' }),
    pollingTexts['no-watches-left'],
  ]) {
    expect(text).toContain('sudo sysctl fs.inotify.max_user_watches=524288');
    expect(text).toContain('fs.inotify.max_user_instances');
  }
});
