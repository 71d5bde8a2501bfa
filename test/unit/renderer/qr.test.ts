import { expect, test } from 'vitest';
import { isLoopbackLink, qrDrawing } from '../../../renderer/logic/qr.ts';

/** Returns the dark modules of a drawing, as `x,y`. */
function darkOf(path: string): Set<string> {
  const dark = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) dark.add(`${Number(x) + at},${y}`);
  }
  return dark;
}

test('a QR code has three finder patterns and a quiet zone', () => {
  const drawing = qrDrawing('https://builds.example/install/abc');
  if (!drawing) throw new Error('no drawing');
  const dark = darkOf(drawing.path);
  const { side } = drawing;
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const seen = (left: number, top: number): string[] =>
    finder.map((row, y) => [...row].map((_, x) => (dark.has(`${left + x},${top + y}`) ? '#' : '.')).join(''));
  for (const [left, top] of [
    [4, 4],
    [side - 11, 4],
    [4, side - 11],
  ] as const) {
    expect(seen(left, top)).toEqual(finder);
  }
  for (const module of dark) {
    const [x = 0, y = 0] = module.split(',').map(Number);
    expect(Math.min(x, y, side - 1 - x, side - 1 - y)).toBeGreaterThanOrEqual(4);
  }
});

test('each link has its own QR code unless it is too long', () => {
  expect(qrDrawing('https://a.example/1')?.path).not.toBe(qrDrawing('https://a.example/2')?.path);
  expect(qrDrawing(`https://a.example/${'x'.repeat(600)}`)).toBeNull();
});

test.each([
  ['http://127.0.0.1:8080/install/1', true],
  ['http://localhost:8080/', true],
  ['http://[::1]:8080/', true],
  ['http://192.168.1.4:8080/', false],
  ['https://builds.example/1', false],
  ['nothing', false],
])('%s is a loopback link: %s', (link, only) => expect(isLoopbackLink(link)).toBe(only));
