import type { BuildRecord } from '../storage/records.ts';
import { fileLink, iosInstallLink, manifestLink } from './addresses.ts';
import { escapeText } from './escape.ts';
import { androidHelp, androidNotes, appleHelp, obstacleOf, profileNotes } from './obstacles.ts';
import { otherDevice } from './visitor/device.ts';
import type { PageContext } from './visitor/page-context.ts';

/**
 * Returns HTML with a download link of class `download`, except for in-app browsers. If the build needs
 * another device, inserts `code`, the HTML of a QR code, before the link.
 */
export function actions(build: BuildRecord, token: string, context: PageContext, code = ''): string {
  const { visitor, translator } = context;
  const otherDeviceText = otherDevice(build, visitor.device, translator);
  const obstacle = obstacleOf(build, visitor, translator, context.now);
  if (visitor.inApp && !otherDeviceText && !obstacle) return openInBrowser(context);
  const parts = {
    file: fileLink(context.address, token, context.pass(token)),
    elsewhere: otherDeviceText && paragraph(otherDeviceText) + code,
    obstacle,
  };
  return build.kind === 'apk'
    ? androidActions(build, parts, context)
    : appleActions(build, token, parts, context);
}

type DownloadFacts = {
  readonly file: string;
  /** HTML that names the device to use instead. */
  readonly elsewhere: string | null;
  readonly obstacle: string | null;
};

/** Shows the URL for copying. The style `copy` selects the whole URL on one tap. */
function openInBrowser({ pageAddress, visitor, translator }: PageContext): string {
  const { translate } = translator;
  const text =
    visitor.device === 'android' ? translate('install/openInBrowser') : translate('install/openInSafari');
  return `${paragraph(text)}<p class="copy" dir="ltr">${escapeText(pageAddress)}</p>`;
}

function androidActions(
  { installFacts }: BuildRecord,
  { file, elsewhere, obstacle }: DownloadFacts,
  { visitor, translator }: PageContext,
): string {
  const { translate } = translator;
  const button = anchor(
    elsewhere || obstacle ? 'plain download' : 'go download',
    file,
    translate('install/download'),
  );
  if (obstacle) return warning(obstacle) + button;
  if (elsewhere) return elsewhere + button;
  const notes = androidNotes(installFacts, visitor, translator).map(paragraph).join('');
  return (
    notes + button + help(translate('install/ifItFails'), androidHelp(installFacts, visitor, translator))
  );
}

function appleActions(
  build: BuildRecord,
  token: string,
  { file, elsewhere, obstacle }: DownloadFacts,
  { address, pass, visitor, translator }: PageContext,
): string {
  const { translate } = translator;
  const download = anchor('plain download', file, translate('install/download'));
  const httpsOnly = address.startsWith('https:') ? null : translate('install/httpsOnly');
  if (obstacle) return warning(obstacle) + download;
  const noHttps =
    httpsOnly &&
    warning(httpsOnly) +
      (elsewhere ? paragraph(translate('install/thenOnPhone')) : '') +
      help(translate('install/forSender'), [translate('install/httpsFrom')]);
  // An iPhone or iPad cannot use the file.
  if (noHttps) return visitor.device === 'apple' ? noHttps : noHttps + download;
  if (elsewhere) return elsewhere + download;
  const link = iosInstallLink(manifestLink(address, token, pass(token)));
  return (
    profileNotes(build.installFacts, translator).map(paragraph).join('') +
    anchor('go', link, translate('install/install')) +
    download +
    help(translate('install/ifItFails'), appleHelp(build.installFacts, translator))
  );
}

function anchor(classes: string, address: string, text: string): string {
  return `<a class="${classes}" href="${escapeText(address)}">${escapeText(text)}</a>`;
}

function paragraph(text: string): string {
  return `<p class="soft">${escapeText(text)}</p>`;
}

const warningIcon =
  '<svg viewBox="0 0 16 16" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M8 2.2 14.3 13H1.7L8 2.2ZM8 6.5v3m0 1.8v.2"/></svg>';

function warning(text: string): string {
  return `<p class="warning">${warningIcon}<span>${escapeText(text)}</span></p>`;
}

function help(title: string, texts: readonly string[]): string {
  const items = texts.map((text) => `<p>${escapeText(text)}</p>`).join('');
  return `<details class="soft"><summary>${escapeText(title)}</summary>${items}</details>`;
}
