import type { Keys } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { escapeText } from './escape.ts';

const style = `
:root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5f6368;--paper:#fff;--ground:#f2f3f5;--line:#dcdfe4;--go:#1a63d9;--fill:#1a63d9;--on-fill:#fff;--warning:#fcf1dc;--amber:#8a5a00}
@media (prefers-color-scheme:dark){:root{--ink:#ececee;--soft:#a4a8ae;--paper:#202124;--ground:#141516;--line:#3a3c40;--go:#8ab4f8;--fill:#2f6fde;--warning:#3b2f17;--amber:#f2c063}}
@media (prefers-contrast:more){:root{--soft:#3d4148;--line:#60646c;--go:#0a47ab;--fill:#0a47ab}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{--soft:#c9cdd4;--line:#9a9da6;--go:#a5c9ff;--fill:#a5c9ff;--on-fill:#10233f}}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;background:var(--ground);color:var(--ink);font:16px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto;padding:24px;background:var(--paper);border:1px solid var(--line);border-radius:16px}
header{display:flex;gap:16px;align-items:flex-start}
header img{border-radius:15px;flex:none}
header div{min-width:0;min-height:64px;display:flex;flex-direction:column;justify-content:center}
header p{margin:2px 0 0}
h1{font-size:22px;line-height:1.25;margin:0}
h2{font-size:16px;margin:24px 0 4px}
p{margin:8px 0}
.soft{color:var(--soft)}
.warning{display:flex;gap:10px;padding:12px 14px;border-radius:10px;background:var(--warning)}
.warning svg{flex:none;margin-top:3px;color:var(--amber)}
table{margin:20px 0;border-spacing:0}
th{padding:1px 16px 1px 0;color:var(--soft);font-weight:400;text-align:start;vertical-align:top;white-space:nowrap}
td{padding:1px 0}
.note{white-space:pre-wrap;margin:0}
div.note{white-space:normal}
.note p{white-space:pre-line}
.note ul,.note ol{list-style:revert;margin:8px 0;padding-inline-start:24px}
.note li{border:0;padding:0}
.note h3{font-size:15px;margin:12px 0 4px}
.note pre{overflow-x:auto}
.about{margin-top:16px}
.go{display:block;margin:12px 0;padding:13px;border-radius:10px;background:var(--fill);color:var(--on-fill);text-align:center;text-decoration:none;font-weight:600}
.copy{padding:10px;border:1px dashed var(--line);border-radius:8px;user-select:all;-webkit-user-select:all}
button.go{width:100%;border:0;font:inherit;font-weight:600;cursor:pointer}
details{margin-top:12px}
summary{cursor:pointer;padding:8px 0 8px 20px;text-indent:-20px}
.plain{display:block;padding:10px;text-align:center;color:var(--go)}
:is(p,figure,details) + .plain{padding-inline:0;text-align:start}
figure{margin:16px 0 0}
figcaption{margin-top:8px;font-size:14px}
.qr{width:184px;background:#fff;border-radius:6px;box-shadow:0 0 0 1px var(--line);overflow:hidden}
.qr svg{display:block;width:100%;height:auto}
ul{list-style:none;margin:20px 0 0;padding:0}
li{border-top:1px solid var(--line);padding:20px 0}
h2 + ul{margin-top:8px}
li :is(h2,h3){font-size:16px;margin:0}
li table{margin:8px 0 16px}
a:focus-visible,button:focus-visible{outline:3px solid var(--go);outline-offset:2px}
@media (forced-colors:active){.go{background:ButtonFace;color:ButtonText;border:1px solid ButtonText;forced-color-adjust:none}}
`;

/** Allows only the page's own styles and images, because pages show text from uploads. */
export const pageSecurity = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
  vary: 'Accept-Language, User-Agent',
} as const;

/** Prevents browsers from requesting /favicon.ico. */
const noIcon = 'data:,';

/** Returns an HTML page. `body` is HTML, `title` text and `icon` a URL. All languages are left-to-right. */
export function page({ locale }: Translator, title: string, body: string, icon = noIcon): string {
  return `<!doctype html>
<html lang="${escapeText(locale)}" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeText(title)}</title><link rel="icon" href="${escapeText(icon)}"><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`;
}

/** Returns the icon and name at the top of a page. */
export function heading(name: string, icon: string, below: string | null): string {
  const line = below ? `<p class="soft" dir="auto">${escapeText(below)}</p>` : '';
  return `<header><img src="${escapeText(icon)}" width="64" height="64" alt=""><div><h1 dir="auto">${escapeText(name)}</h1>${line}</div></header>`;
}

/** Keys of the `page` texts that `messagePage` accepts, without the titles. */
export type PageText = Exclude<Keys<'page'>, `${string}Title`>;

/** App that a message page is about. `icon` is a URL. */
export type About = { readonly name: string; readonly version: string | null; readonly icon: string };

/** Returns a page with a title and a text. */
export function messagePage(translator: Translator, text: PageText, about: About | null = null): string {
  const title = translator.translate(`page/${text}Title`);
  const head = about
    ? `${heading(about.name, about.icon, about.version)}<h2>${escapeText(title)}</h2>`
    : `<h1>${escapeText(title)}</h1>`;
  return page(translator, title, `${head}<p>${escapeText(translator.translate(`page/${text}`))}</p>`);
}
