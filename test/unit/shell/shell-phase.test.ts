import { expect, test } from 'vitest';
import { nextPhase, type ShellEvent, type ShellPhase } from '../../../main/shell/shell-phase.ts';

const walk = (...events: ShellEvent[]): ShellPhase =>
  events.reduce<ShellPhase>((phase, event) => nextPhase(phase, event), 'starting');

test('the shell phases advance from starting to ended', () => {
  expect(walk('ready')).toBe('running');
  expect(walk('ready', 'quit')).toBe('stopping');
  expect(walk('ready', 'quit', 'stopped')).toBe('ended');
});

test('a quit during the start leads to stopping, even if the start fails', () => {
  expect(walk('quit', 'ready')).toBe('stopping');
  expect(walk('quit', 'failed')).toBe('stopping');
  expect(walk('quit', 'failed', 'stopped')).toBe('ended');
});

test('the failed phase only leads to ended', () => {
  expect(walk('failed', 'ready')).toBe('failed');
  expect(walk('ready', 'failed')).toBe('failed');
  expect(walk('failed', 'quit')).toBe('ended');
});

test('no event leaves the ended phase', () => {
  for (const event of ['ready', 'failed', 'quit', 'stopped'] as const) {
    expect(nextPhase('ended', event)).toBe('ended');
  }
});
