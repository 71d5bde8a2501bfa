import { createElement, type ReactNode } from 'react';
import type { MessageView } from '../../preload/page.ts';

type Element = NonNullable<NonNullable<MessageView['content']>['page']>;

const shown = 'div p span br hr table tr th td ul ol li strong em s code pre blockquote'.split(' ');

/** The preview has no working links, and its headings are below those of the window. */
const renamed = new Map([
  ['body', 'div'],
  ['a', 'span'],
  ['h1', 'h3'],
  ['h2', 'h4'],
  ['h3', 'h4'],
]);

type Props = { readonly page: Element; readonly icon: string | null };

/** Shows the formatted text of a mail. Creates elements, because Trusted Types block HTML strings. */
export function MailPage({ page, icon }: Props) {
  return <div className="mail-page">{contentOf(page, icon, 0)}</div>;
}

function contentOf(element: Element, icon: string | null, key: number): ReactNode {
  const tag = renamed.get(element.tag) ?? element.tag;
  if (!renamed.has(element.tag) && !shown.includes(tag)) return null;
  const properties = {
    key,
    style: styleOf(element, icon),
    className: element.tag === 'a' ? 'mail-link' : element.className,
    ...(element.role === '' ? {} : { role: element.role }),
  };
  if (tag === 'br' || tag === 'hr') return createElement(tag, properties);
  const children = element.children.map((child, index) =>
    typeof child === 'string' ? child : contentOf(child, icon, index),
  );
  return createElement(
    tag,
    properties,
    ...(tag === 'table' ? [createElement('tbody', null, ...children)] : children),
  );
}

/** Returns the style without colours: the window applies those of its theme and contrast. */
function styleOf({ style }: Element, icon: string | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(style)
      .filter(([name, value]) => name !== 'color' && (name !== 'background' || value.includes('url(')))
      .map(([name, value]) => [
        name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value.replaceAll('cid:icon@slipway', icon ?? ''),
      ]),
  );
}
