/** Restores the window's bounds if they are still on a screen. */
import { z } from 'zod';

export const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});

/** In device-independent pixels. */
export type WindowPlace = z.infer<typeof placeSchema>;
export type Area = Pick<WindowPlace, 'x' | 'y' | 'width' | 'height'>;

export const smallest = { width: 720, height: 480 } as const;
export const first = { width: 1080, height: 720 } as const;

/** Minimum part of the window on a screen, so that users can find and move it. */
const visible = { width: 200, height: 60 } as const;

export type OpeningPlace = Partial<WindowPlace> & Pick<WindowPlace, 'width' | 'height' | 'maximized'>;

/**
 * Fits the saved bounds to the screen that shows most of them. Returns only a size, centred on the main
 * screen, if they are out of sight. `screens` starts with the main one.
 */
export function placeFor(remembered: unknown, screens: readonly Area[]): OpeningPlace {
  const read = placeSchema.safeParse(remembered);
  if (!read.success) return { ...fitted(first, screens[0]), maximized: false };
  const place = read.data;
  const screen = screenOf(place, screens);
  if (!screen) return { ...fitted(first, screens[0]), maximized: place.maximized };
  const size = fitted(place, screen);
  return {
    x: between(screen.x, place.x, screen.x + screen.width - size.width),
    y: between(screen.y, place.y, screen.y + screen.height - size.height),
    ...size,
    maximized: place.maximized,
  };
}

/** Returns new bounds for a window that is out of sight; null if it can stay. */
export function placeToMove(now: WindowPlace, screens: readonly Area[]): OpeningPlace | null {
  return screenOf(now, screens) ? null : placeFor(now, screens);
}

function fitted({ width, height }: Pick<Area, 'width' | 'height'>, screen: Area | undefined) {
  return {
    width: Math.max(smallest.width, Math.min(width, screen?.width ?? width)),
    height: Math.max(smallest.height, Math.min(height, screen?.height ?? height)),
  };
}

/** Prefers `start` if the range is empty, so that the title stays in sight. */
const between = (start: number, value: number, end: number): number => Math.max(start, Math.min(value, end));

/** Returns the screen that shows most of the window and its title; null if none does. */
function screenOf(place: Area, screens: readonly Area[]): Area | null {
  let best: Area | null = null;
  let most = 0;
  for (const screen of screens) {
    const { width, height } = overlap(place, screen);
    const found = width >= visible.width && height >= visible.height;
    const title =
      place.y >= screen.y - visible.height && place.y <= screen.y + screen.height - visible.height;
    if (!found || !title || width * height <= most) continue;
    best = screen;
    most = width * height;
  }
  return best;
}

function overlap(a: Area, b: Area): Pick<Area, 'width' | 'height'> {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}
