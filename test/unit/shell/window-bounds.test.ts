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

test('a window opens at its previous bounds', () => {
  const bounds = { x: 2000, y: 50, width: 900, height: 700, maximized: true };
  expect(initialBounds(bounds, screens)).toEqual(bounds);
});

test('bounds on a removed screen are replaced by the default size', () => {
  const bounds = { x: 5000, y: 50, width: 900, height: 700, maximized: false };
  expect(initialBounds(bounds, screens)).toEqual({ ...defaultSize, maximized: false });
});

test.each([undefined, null, 'x', {}, { x: 1, y: 2, width: -5, height: 3, maximized: true }])(
  'invalid bounds %j are replaced by the default size',
  (remembered) => {
    expect(initialBounds(remembered, screens)).toEqual({ ...defaultSize, maximized: false });
  },
);

test('a window opens entirely on the screen that contained most of it', () => {
  const across = { x: 1800, y: 900, width: 900, height: 700, maximized: false };
  expect(initialBounds(across, screens)).toEqual({ ...across, x: 1920, y: 324 });
});

test('a window larger than its screen is reduced to fit', () => {
  const bounds = { x: 300, y: 200, width: 1600, height: 900, maximized: false };
  const laptop = { x: 0, y: 25, width: 1280, height: 695 };
  expect(initialBounds(bounds, [laptop])).toEqual({ ...laptop, maximized: false });
});

test('a window with its title bar above every screen gets the default size', () => {
  const bounds = { x: 100, y: -400, width: 900, height: 700, maximized: false };
  expect(initialBounds(bounds, screens)).toEqual({ ...defaultSize, maximized: false });
});

test('the default size is reduced on a small screen', () => {
  expect(initialBounds(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
    width: 1024,
    height: 600,
    maximized: false,
  });
});

test('a reopened window is moved only if its screen was removed', () => {
  const bounds = { x: 2000, y: 50, width: 900, height: 700, maximized: true };
  expect(boundsInSight(bounds, screens)).toBeNull();
  expect(boundsInSight(bounds, screens.slice(0, 1))).toEqual({ ...defaultSize, maximized: true });
});

test('a window with any bounds opens entirely on one screen', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const bounds = initialBounds({ x, y, width, height, maximized: false }, screens);
      if (bounds.x === undefined || bounds.y === undefined) return;
      const { x: left, y: top } = bounds;
      expect(
        screens.some(
          (screen) =>
            left >= screen.x &&
            top >= screen.y &&
            left + bounds.width <= screen.x + screen.width &&
            top + bounds.height <= screen.y + screen.height,
        ),
      ).toBe(true);
    }),
  );
});

test('a window is never smaller than the minimum nor larger than its screen', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 });
  const size = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const bounds = initialBounds({ x, y, width, height, maximized: false }, screens);
      expect(bounds.width).toBeGreaterThanOrEqual(minSize.width);
      expect(bounds.height).toBeGreaterThanOrEqual(minSize.height);
      expect(bounds.width).toBeLessThanOrEqual(1920);
      expect(bounds.height).toBeLessThanOrEqual(1080);
    }),
  );
});
