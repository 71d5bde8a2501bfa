import { renderSVG } from 'uqr';
import { displayVersion } from '../../packages/package-info.ts';
import type { BuildRecord, StoreItemRecord, StoreProfileRecord, VersionRecord } from '../storage/records.ts';
import { fileLink, iconLink, iosInstallLink, manifestLink, pageLink } from './addresses.ts';
import { type Device, otherDevice, systemNeeded } from './device.ts';
import { escapeText, fileSizeText } from './escape.ts';
import { page } from './layout.ts';

/** Who looks at a page, and from where. */
export type Visit = {
  /** Where the outside reaches the service. */
  readonly address: string;
  readonly device: Device;
  /** What stands in for a password at the link of `token`; null where none is asked for. */
  readonly pass: (token: string) => string | null;
};

type Offer = {
  readonly build: BuildRecord;
  readonly token: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
};

/** The page a tester installs one version from, reached by `token`. */
export function versionPage(version: VersionRecord, token: string, visit: Visit): string {
  const offer = { build: version, token, at: version.uploadedAt };
  return offerPage(offer, version.applicationName, section('What’s new', version.releaseNote), visit);
}

export function itemPage(item: StoreItemRecord, profile: StoreProfileRecord, visit: Visit): string {
  return offerPage(offerOf(item), profile.name, section('About', profile.longDescription), visit);
}

/** The page of a store profile with what can be installed from it, newest first. */
export function profilePage(profile: StoreProfileRecord, visit: Visit): string {
  const items = profile.items
    .filter((item) => item.enabled)
    .toReversed()
    .map((item) => {
      const offer = offerOf(item);
      const title = `${escapeText(item.name)} ${escapeText(displayVersion(item))}`;
      return `<li><h2>${title}</h2>${facts(offer)}${buttons(offer, visit)}</li>`;
    });
  const icon = iconLink(visit.address, profile.linkToken);
  const body = [
    heading(profile.name, icon, profile.shortDescription),
    profile.longDescription ? `<p class="note about">${escapeText(profile.longDescription)}</p>` : '',
    items.length > 0
      ? `<ul>${items.join('')}</ul>`
      : '<p class="soft">There is nothing to install here yet.</p>',
    code(pageLink(visit.address, profile.linkToken)),
  ];
  return page(profile.name, body.join(''), icon);
}

function offerOf(item: StoreItemRecord): Offer {
  return { build: item, token: item.linkToken, at: item.createdAt };
}

function offerPage(offer: Offer, name: string, note: string, visit: Visit): string {
  const { build, token } = offer;
  const icon = iconLink(visit.address, token);
  const body = [
    heading(name, icon, displayVersion(build)),
    facts(offer),
    buttons(offer, visit),
    note,
    code(pageLink(visit.address, token)),
  ];
  return page(`${name} ${displayVersion(build)}`, body.join(''), icon);
}

function heading(name: string, icon: string, below: string | null): string {
  const line = below ? `<p class="soft">${escapeText(below)}</p>` : '';
  return `<header><img src="${escapeText(icon)}" width="64" height="64" alt=""><div><h1>${escapeText(name)}</h1>${line}</div></header>`;
}

function section(title: string, text: string | null): string {
  return text ? `<h2>${title}</h2><p class="note">${escapeText(text)}</p>` : '';
}

function facts({ build, at }: Offer): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Needs', systemNeeded(build)],
    ['Size', fileSizeText(build.fileSize)],
    ['Date', new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeText(value)}</dd>`).join('')}</dl>`;
}

/** The plain download is always there: the link of the class `download`. */
function buttons({ build, token }: Offer, { address, device, pass }: Visit): string {
  const file = escapeText(fileLink(address, token));
  const elsewhere = otherDevice(build, device);
  const hint = elsewhere ? `<p class="soft">To install it, open this page on ${elsewhere}.</p>` : '';
  if (build.kind === 'apk') {
    return `<a class="${elsewhere ? 'plain' : 'go'} download" href="${file}">Download</a>${hint}`;
  }
  if (elsewhere) return `<a class="go download" href="${file}">Download</a>${hint}`;
  const install = escapeText(iosInstallLink(manifestLink(address, token, pass(token))));
  const insecure = address.startsWith('https:')
    ? ''
    : '<p class="soft">iPhones and iPads install only from https addresses; this one is not.</p>';
  return `<a class="go" href="${install}">Install</a><a class="plain download" href="${file}">Download the file</a>${insecure}`;
}

function code(address: string): string {
  // Readers want four modules of white around the code.
  return `<figure><div class="qr" role="img" aria-label="QR code of this page">${renderSVG(address, { border: 4 })}</div><figcaption class="soft">Scan to open this page on another device</figcaption></figure>`;
}
