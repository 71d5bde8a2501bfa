/** `slipway://…` addresses, which anybody may write: they lead to a place and never do anything. Pure. */

const kinds = ['uploads', 'apps', 'store', 'folders', 'push', 'service', 'settings', 'help'] as const;

export type PlaceKind = (typeof kinds)[number];

/** A place, and at most an application and its version in it. */
const linkShape = /^slipway:\/\/([a-z]{1,20})((?:\/[\w-]{1,200}){0,2})\/?$/i;

/** A place as the page's address names it: `#/uploads/ID`. */
export function placeAddress(kind: PlaceKind, ...parts: readonly string[]): string {
  return `#/${[kind, ...parts].join('/')}`;
}

/** The place a link leads to, as `placeAddress` gives it; null for everything that is not exactly the name of one. */
export function linkAddress(link: string): string | null {
  const [, name = '', path = ''] = linkShape.exec(link) ?? [];
  const kind = kinds.find((each) => each === name.toLowerCase());
  return kind === undefined ? null : placeAddress(kind, ...path.split('/').slice(1));
}

/** The link to a place: `slipway://uploads/ID`. */
export function placeLink(kind: PlaceKind, ...parts: readonly string[]): string {
  return `${linkScheme}://${[kind, ...parts].join('/')}`;
}

export const linkScheme = 'slipway';
