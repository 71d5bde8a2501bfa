import fc from 'fast-check';
import { expect, test } from 'vitest';
import { first, placeFor, smallest } from '../../../main/shell/window-place.ts';

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];

test('opens where it was', () => {
  const place = { x: 2000, y: 50, width: 900, height: 700, maximized: true };
  expect(placeFor(place, screens)).toEqual(place);
});

test('a place on a screen that is gone is forgotten, its size too', () => {
  const place = { x: 5000, y: 50, width: 900, height: 700, maximized: false };
  expect(placeFor(place, screens)).toEqual({ ...first, maximized: false });
});

test.each([undefined, null, 'x', {}, { x: 1, y: 2, width: -5, height: 3, maximized: true }])(
  'what cannot be read as a place, %j, is forgotten',
  (remembered) => {
    expect(placeFor(remembered, screens)).toEqual({ ...first, maximized: false });
  },
);

test('is never smaller than the smallest nor larger than the screen, unless the screen is smaller', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const place = placeFor({ x, y, width, height, maximized: false }, screens);
      expect(place.width).toBeGreaterThanOrEqual(smallest.width);
      expect(place.height).toBeGreaterThanOrEqual(smallest.height);
      expect(place.width).toBeLessThanOrEqual(1920);
      expect(place.height).toBeLessThanOrEqual(1080);
    }),
  );
});
