import { createTransport } from 'nodemailer';
import { byteSizeText } from '../../messages/byte-size.ts';
import { dateFormatter } from '../../messages/date-format.ts';
import type { Translator } from '../../messages/translator.ts';
import { displayVersion, truncateList } from '../../packages/package-info.ts';
import { escapeText } from '../install/escape.ts';
import { requiredSystem } from '../install/visitor/device.ts';
import type { VersionDevice } from '../service-view.ts';
import type { VersionDetails } from '../storage/records.ts';
import type { StoredIcon } from '../storage/storage.ts';

export type MailTemplate = {
  readonly version: VersionDetails;
  readonly icon: StoredIcon;
  readonly recipient: { readonly email: string; readonly name: string | null };
  /** The recipient's registered devices, if the build's profile lists devices. */
  readonly devices: readonly Pick<VersionDevice, 'product' | 'isListed'>[];
  readonly installLink: string;
  readonly unsubscribeLink: string;
  readonly translator: Translator;
  /** `address` or `Name <address>`. */
  readonly sender: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
};

/** Returns the subject of the message about a version. */
export function subjectOf(version: VersionDetails, { translate }: Translator): string {
  const versionText = displayVersion(version);
  return translate('letter/subject', {
    name: shortened(version.applicationName, 80),
    version: versionText === null ? null : shortened(versionText, 40),
  });
}

/** Returns the message (RFC 5322) about a version for one recipient, with text, HTML and icon. */
export async function composeMail(template: MailTemplate): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: template.sender,
    // Spam filters penalise an address without angle brackets, which only a display name adds.
    to: {
      name: oneLine(template.recipient.name ?? template.recipient.email),
      address: template.recipient.email,
    },
    subject: subjectOf(template.version, template.translator),
    date: new Date(template.at),
    text: textPart(template),
    html: htmlPart(template),
    attachments: [
      {
        filename: `icon.${template.icon.type.replace('image/', '')}`,
        contentType: template.icon.type,
        cid: 'icon@slipway',
        content: Buffer.from(template.icon.bytes),
      },
    ],
    // Suppresses automatic replies (RFC 3834, and the header that Exchange reads).
    headers: {
      ...unsubscribeHeaders(template.unsubscribeLink),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': template.translator.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.isBuffer(message) ? message : Buffer.from(String(message));
}

/** Returns the header of RFC 2369, and for https links also that of RFC 8058, which requires https. */
function unsubscribeHeaders(link: string): Readonly<Record<string, string>> {
  return {
    'List-Unsubscribe': `<${link}>`,
    ...(link.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

function facts({ version, translator }: MailTemplate): readonly (readonly [string, string])[] {
  const { translate, locale } = translator;
  const versionText = displayVersion(version);
  return [
    ...(versionText === null ? [] : [[translate('letter/version'), versionText] as const]),
    [translate('install/needs'), requiredSystem(version, translator)],
    [translate('letter/size'), byteSizeText(version.fileSize, locale)],
    [
      translate('install/date'),
      dateFormatter(locale, { dateStyle: 'long', timeZone: 'UTC' })(version.uploadedAt),
    ],
  ];
}

/**
 * Returns lines that state which of the recipient's registered devices can install the build, or that
 * no device can. Without registered devices, returns a line only if some devices cannot install the build.
 */
function deviceLines({ version, devices, translator: { translate } }: MailTemplate): readonly string[] {
  const obstacles = version.installFacts?.obstacles ?? [];
  if (obstacles.some(({ kind }) => kind === 'no-device')) return [translate('letter/noDevice')];
  if (devices.length === 0)
    return obstacles.slice(0, 1).map(({ text }) => translate('letter/someDevices', { reason: text }));
  return (['letter/deviceListed', 'letter/deviceUnlisted'] as const).flatMap((text) => {
    const isListed = text === 'letter/deviceListed';
    const products = devices.filter((each) => each.isListed === isListed).map(({ product }) => product);
    const count = products.length;
    return count === 0 ? [] : translate(text, { products: truncateList(products), count });
  });
}

function textPart(template: MailTemplate): string {
  const { version, installLink, recipient, translator } = template;
  const { translate } = translator;
  return [
    translate('letter/hello', { name: recipient.name && oneLine(recipient.name) }),
    '',
    translate('letter/ready', { name: oneLine(version.applicationName) }),
    '',
    ...facts(template).map(([name, value]) => translate('letter/fact', { name, value: oneLine(value) })),
    ...deviceLines(template).flatMap((line) => ['', line]),
    '',
    translate('letter/openHere'),
    installLink,
    ...(version.releaseNote
      ? [
          '',
          translate('letter/fact', { name: translate('letter/whatsNew'), value: null }),
          version.releaseNote,
        ]
      : []),
    '',
    translate('letter/yoursAlone'),
    sentBy(template),
    translate('letter/fact', { name: translate('letter/unsubscribe'), value: template.unsubscribeLink }),
    '',
  ].join('\n');
}

function sentBy({ sender, version, translator }: MailTemplate): string {
  const name = sender.includes('<') ? (sender.split('<')[0] ?? '').replaceAll('"', '').trim() : '';
  return translator.translate('letter/sentBy', {
    sender: oneLine(name || sender),
    name: oneLine(version.applicationName),
  });
}

const darkStyle =
  '@media (prefers-color-scheme:dark){.mail{background:#1b1c1e!important;color:#ececee!important}.soft{color:#a4a8ae!important}.go{background:#2f6fde!important}.mail .soft a{color:#8ab4f8!important}}';

/**
 * Starts with the preview text, because spam filters penalise hidden text. Button and icon are table cells:
 * Outlook ignores the padding of links, and spam filters count `img` elements.
 */
function htmlPart(template: MailTemplate): string {
  const { version, installLink, recipient, translator } = template;
  const { translate, language } = translator;
  const name = escapeText(version.applicationName);
  const hello = translate('letter/hello', { name: recipient.name && oneLine(recipient.name) });
  const ready = translate('letter/ready', { name: oneLine(version.applicationName) });
  const rows = facts(template)
    .map(
      ([label, value]) =>
        `<tr><th scope="row" class="soft" style="color:#666;padding:2px 16px 2px 0;font-weight:400;text-align:left;white-space:nowrap">${escapeText(label)}</th><td>${escapeText(value)}</td></tr>`,
    )
    .join('');
  const devices = deviceLines(template)
    .map((line) => `<p style="margin:12px 0 0">${escapeText(line)}</p>`)
    .join('');
  const note = version.releaseNoteHtml
    ? `<h2 style="font-size:15px;margin:20px 0 4px">${escapeText(translate('letter/whatsNew'))}</h2><div dir="auto">${styledNote(version.releaseNoteHtml)}</div>`
    : '';
  const link = escapeText(installLink);
  return `<!doctype html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${name}</title><style>${darkStyle}</style></head>
<body class="mail" style="margin:0;padding:24px;word-break:break-word;overflow-wrap:anywhere;font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#222;background:#fff">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 8px">${escapeText(hello)}</p>
<p style="margin:0 0 16px">${escapeText(ready)}</p>
<table role="presentation" style="border-collapse:collapse"><tr><td width="72" height="72" background="cid:icon@slipway" style="width:72px;height:72px;padding:0;border-radius:16px;background:url(cid:icon@slipway) center/72px 72px no-repeat">&nbsp;</td></tr></table>
<h1 dir="auto" style="font-size:21px;margin:12px 0">${name}</h1>
${devices}
<table role="presentation" style="border-collapse:separate;border-spacing:0;margin:16px 0 20px"><tr><td class="go" bgcolor="#1a63d9" style="background:#1a63d9;border-radius:8px;padding:11px 22px"><a href="${link}" style="color:#ffffff;text-decoration:none">${escapeText(translate('letter/openPage'))}</a></td></tr></table>
<table style="border-collapse:collapse">${rows}</table>
${note}
<p class="soft" style="margin:24px 0 0;color:#666;font-size:13px">${escapeText(translate('letter/orCopy'))}<br><a href="${link}" style="color:#1a63d9">${link}</a></p>
<p class="soft" style="margin:8px 0 0;color:#666;font-size:13px">${escapeText(translate('letter/yoursAlone'))}</p>
<p class="soft" style="margin:8px 0 0;color:#666;font-size:13px">${escapeText(sentBy(template))} <a href="${escapeText(template.unsubscribeLink)}" style="color:#1a63d9">${escapeText(translate('letter/unsubscribe'))}</a></p>
</div></body></html>
`;
}

/** Adds styles to the elements of a release note, because mail programs ignore style sheets. */
function styledNote(html: string): string {
  return html
    .replaceAll('<h3>', '<h3 style="font-size:15px;margin:12px 0 4px">')
    .replaceAll('<p>', '<p style="margin:0 0 8px;white-space:pre-line">')
    .replaceAll(/<(ul|ol)(?=[ >])/g, '<$1 style="margin:0 0 8px;padding:0 0 0 24px"');
}

/** Replaces line breaks, control characters and bidirectional overrides with spaces. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
}

function shortened(text: string, characters: number): string {
  const all = [...oneLine(text)];
  return all.length <= characters ? all.join('') : `${all.slice(0, characters - 1).join('')}…`;
}
