import { useState } from 'react';
import { useApp } from '../../state/app-state.ts';

export function letterOf(name: string): string {
  const match = /[\p{L}\p{N}]/u.exec(name);
  return (match?.[0] ?? '?').toLocaleUpperCase();
}

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = name] = words;
  return letterOf(first) + (words.length > 1 ? letterOf(words.at(-1) ?? '') : '');
}

export function PersonTile({ name }: { readonly name: string }) {
  return (
    <span className="tile tile-person" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Icon of an app. Null shows the first letter of `name`; undefined, while the icon loads, shows neither. */
export function Tile({
  name,
  picture,
  large = false,
}: {
  readonly name: string;
  readonly picture: string | null | undefined;
  readonly large?: boolean;
}) {
  const { brokenPictures } = useApp();
  const [, redraw] = useState(0);
  const usable = picture && /^data:image\//i.test(picture) && !brokenPictures.has(picture);
  return (
    <span className={`tile ${large ? 'tile-large' : ''}`} aria-hidden="true">
      {usable ? (
        <img
          src={picture}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => {
            brokenPictures.add(picture);
            redraw((count) => count + 1);
          }}
        />
      ) : (
        picture !== undefined && letterOf(name)
      )}
    </span>
  );
}
