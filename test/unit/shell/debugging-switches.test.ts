import { expect, test } from 'vitest';
import { debuggingSwitch } from '../../../main/shell/system/debugging-switches.ts';

test.each([
  [['--remote-debugging-port=9222'], '--remote-debugging-port'],
  [['--remote-debugging-pipe'], '--remote-debugging-pipe'],
  [['--remote-debugging-io-pipes=3,4'], '--remote-debugging-io-pipes'],
  [['-remote-debugging-port=0'], '--remote-debugging-port'],
  [['--inspect'], '--inspect'],
  [['upload', 'a.apk', '--inspect-brk=127.0.0.1:9229'], '--inspect-brk'],
  [['--inspect-port=0'], '--inspect-port'],
  [['--debug-port=1'], '--debug-port'],
  [['--debug'], '--debug'],
])('%j is rejected because of %s', (words, name) => {
  expect(debuggingSwitch(words, 'linux')).toBe(name);
});

test.each([
  [[]],
  [['--hidden', 'a.apk']],
  [['inspect', 'a.apk']],
  [['upload', '--', '--inspect']],
  [['/remote-debugging-port.apk']],
  [['--REMOTE-DEBUGGING-PORT=1']],
  [['--inspector-is-here']],
  [['slipway://remote-debugging-port']],
])('%j contains no debugging switch', (words) => {
  expect(debuggingSwitch(words, 'linux')).toBeNull();
});

test('debugging switches on Windows ignore case and may start with a slash', () => {
  expect(debuggingSwitch(['/Remote-Debugging-Port=1'], 'win32')).toBe('--remote-debugging-port');
  expect(debuggingSwitch(['--INSPECT'], 'win32')).toBe('--inspect');
  expect(debuggingSwitch(['C:\\builds\\inspect.apk'], 'win32')).toBeNull();
});
