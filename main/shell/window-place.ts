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

/** How much of the window must be on one screen to be found again. */
const visible = { width: 200, height: 60 } as const;

/** The remembered place, made to fit the screens there are now; only a size when it would be out of sight. */
export function placeFor(
  remembered: unknown,
  screens: readonly Area[],
): Partial<WindowPlace> & Pick<WindowPlace, 'width' | 'height' | 'maximized'> {
  const read = placeSchema.safeParse(remembered);
  if (!read.success) return { ...first, maximized: false };
  const place = read.data;
  const screen = screens.find((area) => overlaps(place, area));
  if (!screen) return { ...first, maximized: place.maximized };
  return {
    ...place,
    width: Math.max(smallest.width, Math.min(place.width, screen.width)),
    height: Math.max(smallest.height, Math.min(place.height, screen.height)),
  };
}

function overlaps(a: Area, b: Area): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width >= visible.width && height >= visible.height;
}
