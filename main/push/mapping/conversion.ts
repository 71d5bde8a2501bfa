import { defaultPath, isSamePath, pathOf } from './formats.ts';

/** `paths`: path of the object that contains each key in received data, if not `data.notification`. */
type Mapped = {
  readonly keys: Readonly<Record<string, string | undefined>>;
  readonly paths?: Readonly<Record<string, readonly string[] | undefined>>;
};

/** Returns the paths that senders must change: `data.title → data.notification.title`. */
export function senderChanges({ keys, paths = {} }: Mapped): readonly string[] {
  return Object.entries(keys).flatMap(([property, key]) => {
    const path = paths[property];
    if (key === undefined || path === undefined) return [];
    return [`${pathOf(path, key)} → ${pathOf(defaultPath, key)}`];
  });
}

/** Finds two properties with the same key in different objects, which version 2 cannot express. */
export function conflictingKeys({ keys, paths = {} }: Mapped): {
  readonly property: string;
  readonly other: string;
  readonly key: string;
} | null {
  const pathFor = (property: string): readonly string[] => paths[property] ?? defaultPath;
  const mapped = Object.entries(keys);
  for (const [index, [property, key]] of mapped.entries()) {
    const other = mapped
      .slice(0, index)
      .find(([name, one]) => one === key && !isSamePath(pathFor(name), pathFor(property)));
    if (other && key !== undefined) return { property, other: other[0], key };
  }
  return null;
}
