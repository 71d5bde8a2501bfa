/**
 * `slipway://…` links. Any website can contain them, so they only navigate. An invitation opens the sign-in
 * dialog with its fields.
 */

const kinds = ['uploads', 'apps', 'store', 'folders', 'push', 'service', 'settings', 'help'] as const;

export type Screen = (typeof kinds)[number];

/** A screen, optionally followed by an application and its version. */
const linkShape = /^slipway:\/\/([a-z]{1,20})((?:\/[\w-]{1,200}){0,2})\/?$/i;

/** Returns the page address of a screen: `#/uploads/ID`. */
export function screenAddress(kind: Screen, ...parts: readonly string[]): string {
  return `#/${[kind, ...parts].join('/')}`;
}

const invitationShape = /^slipway:\/\/account\/?\?([\w%.+&=:/~-]{1,2000})$/i;
const invitationFields = ['name', 'url', 'user', 'client'] as const;

/** Returns the address of an invitation, without unknown parameters; null without an http address. */
function invitationAddress(link: string): string | null {
  const [, query = ''] = invitationShape.exec(link) ?? [];
  const given = new URLSearchParams(query);
  if (!/^https?:\/\//i.test(given.get('url') ?? '')) return null;
  const fields = invitationFields.flatMap((name): [string, string][] => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  return `#/account?${new URLSearchParams(fields)}`;
}

/** Returns the page address of a link; null unless it names a screen exactly or is an invitation. */
export function linkAddress(link: string): string | null {
  const invitation = invitationAddress(link);
  if (invitation !== null) return invitation;
  const [, name = '', path = ''] = linkShape.exec(link) ?? [];
  const kind = kinds.find((each) => each === name.toLowerCase());
  return kind === undefined ? null : screenAddress(kind, ...path.split('/').slice(1));
}

/** Returns the link to a screen: `slipway://uploads/ID`. */
export function screenLink(kind: Screen, ...parts: readonly string[]): string {
  return `${linkScheme}://${[kind, ...parts].join('/')}`;
}

export const linkScheme = 'slipway';
