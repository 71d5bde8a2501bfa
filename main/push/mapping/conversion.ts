/** What the conversion of an older mapping file to version 2 means for those who send messages. Pure. */
import { isSamePlace, pathOf, usualPlace } from './dialects.ts';

/** A mapping; `places`: the objects in which received data have a key, where these are not the usual ones. */
type Mapped = {
  readonly keys: Readonly<Record<string, string | undefined>>;
  readonly places?: Readonly<Record<string, readonly string[] | undefined>>;
};

/** What senders must change: `data.title → data.notification.title`. */
export function movesOf({ keys, places = {} }: Mapped): readonly string[] {
  return Object.entries(keys).flatMap(([property, key]) => {
    const place = places[property];
    if (key === undefined || place === undefined) return [];
    return [`${pathOf(place, key)} → ${pathOf(usualPlace, key)}`];
  });
}

/** Two properties whose keys only their places tell apart, which version 2 does not; null when there are none. */
export function keysApart({ keys, places = {} }: Mapped): {
  readonly property: string;
  readonly other: string;
  readonly key: string;
} | null {
  const placeOf = (property: string): readonly string[] => places[property] ?? usualPlace;
  const mapped = Object.entries(keys);
  for (const [index, [property, key]] of mapped.entries()) {
    const other = mapped
      .slice(0, index)
      .find(([name, one]) => one === key && !isSamePlace(placeOf(name), placeOf(property)));
    if (other && key !== undefined) return { property, other: other[0], key };
  }
  return null;
}
