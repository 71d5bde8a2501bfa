import { createTransport } from 'nodemailer';
import { displayVersion, platformName } from '../../packages/package-info.ts';
import { escapeText, fileSizeText } from '../install/escape.ts';
import type { VersionRecord } from '../storage/records.ts';
import type { StoredIcon } from '../storage/storage.ts';

export type Letter = {
  readonly version: VersionRecord;
  readonly icon: StoredIcon;
  readonly person: { readonly email: string; readonly name: string | null };
  readonly installLink: string;
  /** An address, or `Name <address>`. */
  readonly sender: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
};

/** The whole message that tells one person about a version: text, HTML, icon. */
export async function composeMail(
  letter: Letter,
): Promise<{ readonly subject: string; readonly raw: Buffer }> {
  const name = shortened(letter.version.applicationName, 80);
  const subject = `${name} ${shortened(displayVersion(letter.version), 40)} is ready to install`;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: letter.sender,
    to: { name: oneLine(letter.person.name ?? ''), address: letter.person.email },
    subject,
    date: new Date(letter.at),
    text: textPart(letter),
    html: htmlPart(letter),
    attachments: [
      {
        filename: `icon.${letter.icon.type.replace('image/', '')}`,
        contentType: letter.icon.type,
        cid: 'icon@slipway',
        content: Buffer.from(letter.icon.bytes),
      },
    ],
    // Keeps holiday notices from coming back: RFC 3834, and Exchange's own way.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { subject, raw: Buffer.isBuffer(message) ? message : Buffer.from(String(message)) };
}

function facts({ version }: Letter): readonly (readonly [string, string])[] {
  return [
    ['Version', displayVersion(version)],
    ['Platform', platformName(version.platform)],
    ['Size', fileSizeText(version.fileSize)],
  ];
}

function textPart(letter: Letter): string {
  const { version, installLink, person } = letter;
  return [
    person.name ? `Hello ${oneLine(person.name)},` : 'Hello,',
    '',
    `a new version of ${oneLine(version.applicationName)} is ready to install.`,
    '',
    ...facts(letter).map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(version.releaseNote ? ['', "What's new:", version.releaseNote] : []),
    '',
    'Open this page on the device you test with:',
    installLink,
    '',
    'The link is yours alone. Please do not pass it on.',
    '',
  ].join('\n');
}

function htmlPart(letter: Letter): string {
  const { version, installLink, person } = letter;
  const name = escapeText(version.applicationName);
  const rows = facts(letter)
    .map(
      ([label, value]) =>
        `<tr><td style="color:#666;padding:2px 16px 2px 0">${label}</td><td>${escapeText(value)}</td></tr>`,
    )
    .join('');
  const note = version.releaseNote
    ? `<h2 style="font-size:15px;margin:20px 0 4px">What’s new</h2><p style="margin:0;white-space:pre-wrap">${escapeText(version.releaseNote)}</p>`
    : '';
  const link = escapeText(installLink);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${name}</title></head>
<body style="margin:0;padding:24px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#222;background:#fff">
<div style="max-width:520px;margin:0 auto">
<img src="cid:icon@slipway" width="72" height="72" alt="" style="border-radius:16px">
<h1 style="font-size:21px;margin:12px 0 4px">${name}</h1>
<p style="margin:0 0 12px">${person.name ? `Hello ${escapeText(oneLine(person.name))}, a` : 'A'} new version is ready to install.</p>
<table style="border-collapse:collapse">${rows}</table>
${note}
<p style="margin:24px 0"><a href="${link}" style="background:#1d5fd1;color:#fff;text-decoration:none;padding:11px 22px;border-radius:8px;display:inline-block">Open the install page</a></p>
<p style="margin:0;color:#666;font-size:13px">Or copy this address to the device you test with:<br><a href="${link}">${link}</a><br>The link is yours alone. Please do not pass it on.</p>
</div></body></html>
`;
}

/** Without what ends a line or turns the direction of the text after it. */
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
