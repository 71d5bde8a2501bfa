/** Element of a message's HTML part. Can be displayed without inserting untrusted HTML. */
export type MailElement = {
  readonly tag: string;
  readonly className: string;
  readonly role: string;
  /** CSS declarations by property name, such as `font-size`. */
  readonly style: Readonly<Record<string, string>>;
  readonly children: readonly (MailElement | string)[];
};

type OpenElement = MailElement & { readonly children: (OpenElement | string)[] };

const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'meta', 'link', 'input']);
const maxDepth = 40;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

const decode = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? '');

/** Parses the HTML that `composeMail` writes; null if it has no body. May misread other HTML. */
export function parseMailPage(html: string): MailElement | null {
  const start = html.indexOf('<body');
  if (start < 0) return null;
  const root: OpenElement = { tag: '', className: '', role: '', style: {}, children: [] };
  const open: OpenElement[] = [root];
  const addTo = (child: OpenElement | string): unknown => open.at(-1)?.children.push(child);
  let at = start;
  while (at < html.length) {
    const opening = html.indexOf('<', at);
    const text = html.slice(at, opening < 0 ? undefined : opening);
    if (text !== '') addTo(decode(text));
    const closing = opening < 0 ? -1 : html.indexOf('>', opening);
    if (closing < 0) break;
    const markup = html.slice(opening + 1, closing);
    at = closing + 1;
    if (markup.startsWith('/')) {
      const index = open.findLastIndex(({ tag }) => tag === markup.slice(1));
      if (index > 0) open.splice(index);
      continue;
    }
    const element = elementOf(markup);
    addTo(element);
    if (!empty.has(element.tag) && open.length < maxDepth) open.push(element);
  }
  const [body] = root.children;
  return typeof body === 'object' ? body : null;
}

function elementOf(markup: string): OpenElement {
  const [tag = ''] = markup.split(' ', 1);
  const declarations = attributeOf(markup, 'style').split(';');
  const style = declarations.flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    return colon < 0
      ? []
      : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const];
  });
  const className = attributeOf(markup, 'class');
  return {
    tag,
    className,
    role: attributeOf(markup, 'role'),
    style: Object.fromEntries(style),
    children: [],
  };
}

function attributeOf(markup: string, name: string): string {
  const start = markup.indexOf(` ${name}="`);
  if (start < 0) return '';
  const value = markup.slice(start + name.length + 3);
  return decode(value.slice(0, value.indexOf('"')));
}
