/** Restores the window's bounds if they are still on a screen. */
import { z } from 'zod';

export const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});

/** Bounds in device-independent pixels. */
export type WindowBounds = z.infer<typeof boundsSchema>;
export type Area = Pick<WindowBounds, 'x' | 'y' | 'width' | 'height'>;

export const minSize = { width: 720, height: 480 } as const;
export const defaultSize = { width: 1080, height: 720 } as const;

/** Minimum part of the window on a screen, so that users can find and move it. */
const visible = { width: 200, height: 60 } as const;

export type InitialBounds = Partial<WindowBounds> & Pick<WindowBounds, 'width' | 'height' | 'maximized'>;

/**
 * Fits the saved bounds to the screen that shows most of them; if off-screen, returns a size centred on the
 * main screen, the first in `screens`.
 */
export function initialBounds(remembered: unknown, screens: readonly Area[]): InitialBounds {
  const read = boundsSchema.safeParse(remembered);
  if (!read.success) return { ...fitted(defaultSize, screens[0]), maximized: false };
  const bounds = read.data;
  const screen = screenOf(bounds, screens);
  if (!screen) return { ...fitted(defaultSize, screens[0]), maximized: bounds.maximized };
  const size = fitted(bounds, screen);
  return {
    x: between(screen.x, bounds.x, screen.x + screen.width - size.width),
    y: between(screen.y, bounds.y, screen.y + screen.height - size.height),
    ...size,
    maximized: bounds.maximized,
  };
}

/** Returns new bounds for an off-screen window; null if the window can stay. */
export function boundsInSight(now: WindowBounds, screens: readonly Area[]): InitialBounds | null {
  return screenOf(now, screens) ? null : initialBounds(now, screens);
}

function fitted({ width, height }: Pick<Area, 'width' | 'height'>, screen: Area | undefined) {
  return {
    width: Math.max(minSize.width, Math.min(width, screen?.width ?? width)),
    height: Math.max(minSize.height, Math.min(height, screen?.height ?? height)),
  };
}

/** If the range is empty, returns `start`, so that the title stays in sight. */
const between = (start: number, value: number, end: number): number => Math.max(start, Math.min(value, end));

/** Returns the screen that shows most of the window and its title; null if none does. */
function screenOf(bounds: Area, screens: readonly Area[]): Area | null {
  let best: Area | null = null;
  let maxArea = 0;
  for (const screen of screens) {
    const { width, height } = overlap(bounds, screen);
    const found = width >= visible.width && height >= visible.height;
    const title =
      bounds.y >= screen.y - visible.height && bounds.y <= screen.y + screen.height - visible.height;
    if (!found || !title || width * height <= maxArea) continue;
    best = screen;
    maxArea = width * height;
  }
  return best;
}

function overlap(a: Area, b: Area): Pick<Area, 'width' | 'height'> {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}
