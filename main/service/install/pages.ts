import { renderSVG } from 'uqr';
import { isLoopback } from '../../base/loopback.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { dateFormatter } from '../../messages/date-format.ts';
import { displayTitle, displayVersion, platformName } from '../../packages/package-info.ts';
import type { BuildRecord, StoreItemRecord, StoreProfileRecord, VersionDetails } from '../storage/records.ts';
import { actions } from './actions.ts';
import { iconLink, pageLink } from './addresses.ts';
import { deviceSection } from './device-section.ts';
import { escapeText } from './escape.ts';
import { heading, page } from './layout.ts';
import { otherDevice, requiredSystem } from './visitor/device.ts';
import type { PageContext } from './visitor/page-context.ts';

type Offer = {
  readonly build: BuildRecord;
  readonly token: string;
  /** Time of the upload, in milliseconds since 1970 UTC. */
  readonly at: number;
};

export function versionPage(version: VersionDetails, token: string, context: PageContext): string {
  const offer = { build: version, token, at: version.uploadedAt };
  return offerPage(
    offer,
    version.applicationName,
    noteSection(context.translator.translate('install/whatsNew'), version.releaseNoteHtml),
    context,
  );
}

export function itemPage(item: StoreItemRecord, profile: StoreProfileRecord, context: PageContext): string {
  return offerPage(
    offerOf(item),
    profile.name,
    section(context.translator.translate('install/about'), profile.longDescription),
    context,
  );
}

export function profilePage(profile: StoreProfileRecord, context: PageContext): string {
  const newestFirst = profile.items.filter((item) => item.enabled).toReversed();
  const groups = Map.groupBy(newestFirst, ({ platform }) => platformName(platform));
  const level = groups.size > 1 ? 'h3' : 'h2';
  const items = [...groups].map(([platform, ofPlatform]) => {
    const list = ofPlatform.map((item) => itemSection(item, profile, context, level)).join('');
    return `${groups.size > 1 ? `<h2>${escapeText(platform)}</h2>` : ''}<ul>${list}</ul>`;
  });
  const icon = iconLink(context.address, profile.linkToken);
  const body = [
    heading(profile.name, icon, profile.shortDescription),
    profile.longDescription
      ? `<p class="note about" dir="auto">${escapeText(profile.longDescription)}</p>`
      : '',
    items.length > 0 ? items.join('') : softParagraph(context.translator.translate('install/nothingYet')),
    isPhone(context) ? '' : qrCode(profile.linkToken, context),
  ];
  return page(context.translator, title(profile.name, context), body.join(''), icon);
}

function itemSection(
  item: StoreItemRecord,
  profile: StoreProfileRecord,
  context: PageContext,
  level: 'h2' | 'h3',
): string {
  const name = item.name === profile.name ? displayVersion(item) : null;
  const title = escapeText(name ?? displayTitle(item.name, item));
  return `<li><${level} dir="auto">${title}</${level}>${facts(offerOf(item), context)}${actions(item, item.linkToken, context)}</li>`;
}

function offerOf(item: StoreItemRecord): Offer {
  return { build: item, token: item.linkToken, at: item.createdAt };
}

function offerPage(offer: Offer, name: string, note: string, context: PageContext): string {
  const { build, token } = offer;
  const icon = iconLink(context.address, token);
  const isOtherDevice = otherDevice(build, context.visitor.device, context.translator) !== null;
  const code = isPhone(context) && !isOtherDevice ? '' : qrCode(token, context, !isOtherDevice);
  const body = [
    heading(name, icon, displayVersion(build)),
    facts(offer, context),
    actions(build, token, context, isOtherDevice ? code : ''),
    context.registration ? deviceSection(context.registration, context.translator) : '',
    note,
    isOtherDevice ? '' : code,
  ];
  return page(context.translator, title(displayTitle(name, build), context), body.join(''), icon);
}

/** A phone cannot scan a QR code on its own screen. */
function isPhone({ visitor: { device } }: PageContext): boolean {
  return device === 'apple' || device === 'android';
}

function title(names: string, { isUserRequest, translator }: PageContext): string {
  return isUserRequest ? names : translator.translate('install/anonymousTitle');
}

function section(title: string, text: string | null): string {
  return text ? `<h2>${escapeText(title)}</h2><p class="note" dir="auto">${escapeText(text)}</p>` : '';
}

function noteSection(title: string, html: string | null): string {
  return html ? `<h2>${escapeText(title)}</h2><div class="note" dir="auto">${html}</div>` : '';
}

function softParagraph(text: string): string {
  return `<p class="soft">${escapeText(text)}</p>`;
}

function facts({ build, at }: Offer, { translator }: PageContext): string {
  const { translate, locale } = translator;
  const rows: readonly (readonly [string, string])[] = [
    [translate('install/needs'), requiredSystem(build, translator)],
    [translate('install/size'), byteSizeText(build.fileSize, locale)],
    [translate('install/date'), dateFormatter(locale, { dateStyle: 'long', timeZone: 'UTC' })(at)],
  ];
  const row = ([name, value]: readonly [string, string]): string =>
    `<tr><th scope="row">${escapeText(name)}</th><td>${escapeText(value)}</td></tr>`;
  return `<table>${rows.map(row).join('')}</table>`;
}

/** Returns the QR code of the install page; empty for a loopback address, which no other device can open. */
function qrCode(
  token: string,
  { address, translator: { translate } }: PageContext,
  hasCaption = true,
): string {
  if (isLoopback(new URL(address).hostname)) return '';
  const caption = hasCaption
    ? `<figcaption class="soft">${escapeText(translate('install/scan'))}</figcaption>`
    : '';
  // QR readers need a quiet zone of four modules.
  return `<figure><div class="qr" role="img" aria-label="${escapeText(translate('install/code'))}">${renderSVG(pageLink(address, token), { border: 4 })}</div>${caption}</figure>`;
}
