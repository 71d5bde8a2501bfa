/** Where the window opens: where it was, if that is still on a screen. Pure. */
import { z } from 'zod';

export const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});

/** In screen points. */
export type WindowPlace = z.infer<typeof placeSchema>;
export type Area = Pick<WindowPlace, 'x' | 'y' | 'width' | 'height'>;

export const smallest = { width: 720, height: 480 } as const;
export const first = { width: 1080, height: 720 } as const;

/** How much of the window, and of its title, must be on one screen to be found and moved again. */
const visible = { width: 200, height: 60 } as const;

export type OpeningPlace = Partial<WindowPlace> & Pick<WindowPlace, 'width' | 'height' | 'maximized'>;

/**
 * The remembered place, made to fit the screen most of it was on; only a size, for the middle of the first screen, when
 * it would be out of sight. Screens come and go, and change their size and scale. `screens` begins with the main one.
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

/** Where a window that comes back after a while has to go; null when it can stay where it is. */
export function placeToMove(now: WindowPlace, screens: readonly Area[]): OpeningPlace | null {
  return screenOf(now, screens) ? null : placeFor(now, screens);
}

function fitted({ width, height }: Pick<Area, 'width' | 'height'>, screen: Area | undefined) {
  return {
    width: Math.max(smallest.width, Math.min(width, screen?.width ?? width)),
    height: Math.max(smallest.height, Math.min(height, screen?.height ?? height)),
  };
}

/** The start wins where the range is empty: the title stays in sight. */
const between = (start: number, value: number, end: number): number => Math.max(start, Math.min(value, end));

/** The screen that shows most of the window, if its title can be reached there. */
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
