import { type Place, placeHash } from '../../logic/place.ts';
import { useApp } from '../../state/app-state.ts';

type Props<Part extends string> = {
  /** What these are parts of. */
  readonly label: string;
  readonly parts: readonly Part[];
  readonly names: Readonly<Record<Part, string>>;
  readonly current: Part;
  readonly placeOf: (part: Part) => Place;
};

/** In a narrow window the names take more room than there is. */
export const intoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The parts of a place to choose from, under its title. */
export function PlaceParts<Part extends string>({ label, parts, names, current, placeOf }: Props<Part>) {
  const app = useApp();
  return (
    <nav className="place-parts" aria-label={label}>
      {parts.map((part) => (
        <a
          key={part}
          ref={part === current ? intoView : null}
          href={placeHash(placeOf(part))}
          className="place-part"
          aria-current={part === current ? 'page' : undefined}
          draggable={false}
          onClick={(event) => {
            event.preventDefault();
            app.search.set('');
            app.place.go(placeOf(part));
          }}
        >
          {names[part]}
        </a>
      ))}
    </nav>
  );
}
