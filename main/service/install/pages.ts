import { renderSVG } from 'uqr';
import { displayVersion, platformName } from '../../packages/package-info.ts';
import type { BuildRecord, StoreItemRecord, StoreProfileRecord, VersionRecord } from '../storage/records.ts';
import { fileLink, iconLink, iosInstallLink, manifestLink, pageLink } from './addresses.ts';
import { escapeText, fileSizeText } from './escape.ts';
import { page } from './layout.ts';

type Offer = {
  readonly build: BuildRecord;
  readonly name: string;
  readonly token: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly note: string | null;
  readonly address: string;
};

/** The page a tester installs one version from, reached by `token`. */
export function versionPage(version: VersionRecord, token: string, address: string): string {
  return offerPage({
    build: version,
    name: version.applicationName,
    token,
    at: version.uploadedAt,
    note: version.releaseNote,
    address,
  });
}

export function itemPage(item: StoreItemRecord, profile: StoreProfileRecord, address: string): string {
  return offerPage({
    build: item,
    name: profile.name,
    token: item.linkToken,
    at: item.createdAt,
    note: profile.longDescription,
    address,
  });
}

/** The page of a store profile with what can be installed from it, newest first. */
export function profilePage(profile: StoreProfileRecord, address: string): string {
  const items = profile.items
    .filter((item) => item.enabled)
    .toReversed()
    .map((item) => {
      const offer = {
        build: item,
        name: item.name,
        token: item.linkToken,
        at: item.createdAt,
        note: null,
        address,
      };
      return `<li><strong>${escapeText(item.name)}</strong>${facts(offer)}${buttons(offer)}</li>`;
    });
  const body = [
    heading(profile.name, iconLink(address, profile.linkToken), profile.shortDescription),
    profile.longDescription ? `<p class="note">${escapeText(profile.longDescription)}</p>` : '',
    items.length > 0
      ? `<ul>${items.join('')}</ul>`
      : '<p class="soft">There is nothing to install here yet.</p>',
    code(pageLink(address, profile.linkToken)),
  ];
  return page(profile.name, body.join(''));
}

function offerPage(offer: Offer): string {
  const note = offer.note ? `<h2>What’s new</h2><p class="note">${escapeText(offer.note)}</p>` : '';
  const body = [
    heading(offer.name, iconLink(offer.address, offer.token), displayVersion(offer.build)),
    facts(offer),
    buttons(offer),
    note,
    code(pageLink(offer.address, offer.token)),
  ];
  return page(`${offer.name} ${displayVersion(offer.build)}`, body.join(''));
}

function heading(name: string, icon: string, below: string | null): string {
  const line = below ? `<p class="soft">${escapeText(below)}</p>` : '';
  return `<header><img src="${escapeText(icon)}" width="80" height="80" alt=""><div><h1>${escapeText(name)}</h1>${line}</div></header>`;
}

function facts({ build, at }: Offer): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Version', displayVersion(build)],
    ['Platform', needs(build)],
    ['Size', fileSizeText(build.fileSize)],
    ['Date', new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeText(value)}</dd>`).join('')}</dl>`;
}

function needs({ platform, kind, minOs }: BuildRecord): string {
  const name = platformName(platform);
  if (minOs === null) return name;
  return kind === 'apk' ? `${name}, API level ${minOs} or later` : `${name} ${minOs} or later`;
}

/** The plain download is always there: the link of the class `download`. */
function buttons({ build, token, address }: Offer): string {
  const file = escapeText(fileLink(address, token));
  if (build.kind === 'apk') return `<a class="go download" href="${file}">Download</a>`;
  const install = escapeText(iosInstallLink(manifestLink(address, token)));
  const hint = address.startsWith('https:')
    ? ''
    : '<p class="soft">iPhones and iPads install only from https addresses; this one is not.</p>';
  return `<a class="go" href="${install}">Install</a><a class="plain download" href="${file}">Download the file</a>${hint}`;
}

function code(address: string): string {
  return `<div class="qr" role="img" aria-label="QR code of this page">${renderSVG(address, { border: 1 })}</div>`;
}
