import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundsInSight,
  defaultSize,
  initialBounds,
  minSize,
} from '../../../main/shell/window/window-bounds.ts';

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];

test('opens where it was', () => {
  const place = { x: 2000, y: 50, width: 900, height: 700, maximized: true };
  expect(initialBounds(place, screens)).toEqual(place);
});

test('a place on a screen that is gone is forgotten, its size too', () => {
  const place = { x: 5000, y: 50, width: 900, height: 700, maximized: false };
  expect(initialBounds(place, screens)).toEqual({ ...defaultSize, maximized: false });
});

test.each([undefined, null, 'x', {}, { x: 1, y: 2, width: -5, height: 3, maximized: true }])(
  'what cannot be read as a place, %j, is forgotten',
  (remembered) => {
    expect(initialBounds(remembered, screens)).toEqual({ ...defaultSize, maximized: false });
  },
);

test('opens whole on the screen most of it was on', () => {
  const across = { x: 1800, y: 900, width: 900, height: 700, maximized: false };
  expect(initialBounds(across, screens)).toEqual({ ...across, x: 1920, y: 324 });
});

test('a screen that became smaller, by its size or its scale, still shows all of it', () => {
  const place = { x: 300, y: 200, width: 1600, height: 900, maximized: false };
  const laptop = { x: 0, y: 25, width: 1280, height: 695 };
  expect(initialBounds(place, [laptop])).toEqual({ ...laptop, maximized: false });
});

test('one whose title is above every screen counts as out of sight', () => {
  const place = { x: 100, y: -400, width: 900, height: 700, maximized: false };
  expect(initialBounds(place, screens)).toEqual({ ...defaultSize, maximized: false });
});

test('the first size fits a small main screen', () => {
  expect(initialBounds(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
    width: 1024,
    height: 600,
    maximized: false,
  });
});

test('a window that comes back is moved only when its screen is gone', () => {
  const place = { x: 2000, y: 50, width: 900, height: 700, maximized: true };
  expect(boundsInSight(place, screens)).toBeNull();
  expect(boundsInSight(place, screens.slice(0, 1))).toEqual({ ...defaultSize, maximized: true });
});

test('wherever it was, it opens whole on one of the screens that are large enough', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const place = initialBounds({ x, y, width, height, maximized: false }, screens);
      if (place.x === undefined || place.y === undefined) return;
      const { x: left, y: top } = place;
      expect(
        screens.some(
          (screen) =>
            left >= screen.x &&
            top >= screen.y &&
            left + place.width <= screen.x + screen.width &&
            top + place.height <= screen.y + screen.height,
        ),
      ).toBe(true);
    }),
  );
});

test('is never smaller than the smallest nor larger than the screen, unless the screen is smaller', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const place = initialBounds({ x, y, width, height, maximized: false }, screens);
      expect(place.width).toBeGreaterThanOrEqual(minSize.width);
      expect(place.height).toBeGreaterThanOrEqual(minSize.height);
      expect(place.width).toBeLessThanOrEqual(1920);
      expect(place.height).toBeLessThanOrEqual(1080);
    }),
  );
});
