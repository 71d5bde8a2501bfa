/** Reads an embedded provisioning profile. Pure. */

import { createHash } from 'node:crypto';
import { isoTime } from '../../base/clock.ts';
import { type PlistDictionary, PlistError, type PlistValue } from '../../base/formats/plist-value.ts';
import { isDictionary, readPropertyList } from '../../base/formats/property-list.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { certificateExpiry, parseCertificate } from '../certificate.ts';
import type { Provisioning } from '../package-info.ts';
import { truncateText } from '../text.ts';
import { readOrElse } from '../zip/out-of-bounds.ts';
import { signedContent } from './cms.ts';
import { verifySignature } from './cms-signature.ts';

export const noProfile: Provisioning = {
  provisioning: 'none',
  profileName: null,
  profileTeam: null,
  profileExpires: null,
  profileDevices: null,
  profileAppId: null,
  certificateExpires: null,
  apsEnvironment: null,
  profileVerified: null,
};

export const unreadableProfile: Provisioning = { ...noProfile, provisioning: 'unknown' };

/** Returns `unreadableProfile` if damaged, and never device identifiers. May throw a `RangeError`. */
export function readProfile(bytes: Buffer): Provisioning {
  const { profile, isSigned } = profileOf(bytes);
  if (!profile) return unreadableProfile;
  const devices = profile['ProvisionedDevices'];
  const team = profile['TeamIdentifier'];
  const expires = profile['ExpirationDate'];
  return {
    provisioning: kindOf(profile),
    profileName: textOf(profile['Name']),
    profileTeam: textOf(Array.isArray(team) ? team[0] : team),
    profileExpires: expires instanceof Date ? timeOf(expires) : null,
    profileDevices: Array.isArray(devices) ? devices.length : null,
    profileAppId: appIdOf(profile),
    certificateExpires: lastExpiry(profile['DeveloperCertificates']),
    apsEnvironment: textOf(entitlementsOf(profile)['aps-environment']),
    profileVerified: isSigned && readOrElse(() => verifySignature(bytes), false),
  };
}

/** Returns the listed devices as `deviceKey`; null without a readable list. May throw a `RangeError`. */
export function readListedDevices(bytes: Buffer): ReadonlySet<string> | null {
  const devices = profileOf(bytes).profile?.['ProvisionedDevices'];
  if (!Array.isArray(devices)) return null;
  return new Set(devices.flatMap((device) => (typeof device === 'string' ? deviceKey(device) : [])));
}

/** Returns the sorted entitlements as `name = value`; empty if unreadable. May throw a `RangeError`. */
export function readEntitlements(bytes: Buffer): readonly string[] {
  const { profile } = profileOf(bytes);
  const budget = { left: maxEntitlementsLength };
  return Object.entries(profile ? entitlementsOf(profile) : {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxEntitlements)
    .flatMap(([name, value]) => `${name.slice(0, 200)} = ${entitlementText(value, budget)}`.toWellFormed());
}

/** Real apps have at most about fifty. */
const maxEntitlements = 500;

/** Returns the value as text; with a fingerprint if it is too long to show, so that changes are found. */
function entitlementText(value: PlistValue, budget: Budget): string {
  const text = typeof value === 'string' ? value : canonicalText(value, budget);
  if (text.length <= maxEntitlementLength) return text;
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, maxEntitlementLength)}… (${fingerprint})`;
}

/** Longer texts than in any real app. */
const maxEntitlementLength = 500;
/** Characters. A property list may refer to one value many times, so its text could be far longer. */
const maxEntitlementsLength = 200_000;

type Budget = { left: number };

function canonicalText(value: PlistValue, budget: Budget): string {
  const use = (text: string): string => {
    budget.left -= text.length + 1;
    return text;
  };
  if (budget.left < 0) return '…';
  if (Array.isArray(value)) return use(`[${value.map((item) => canonicalText(item, budget)).join(', ')}]`);
  if (value instanceof Uint8Array)
    return use(Buffer.from(value.subarray(0, Math.max(0, budget.left))).toString('hex'));
  if (value instanceof Date) return use(timeOf(value) ?? '…');
  if (!isDictionary(value)) return use(typeof value === 'string' ? JSON.stringify(value) : String(value));
  const keys = Object.keys(value).toSorted();
  return use(`{${keys.map((key) => `${key}: ${canonicalText(value[key] ?? null, budget)}`).join(', ')}}`);
}

/** Returns a device identifier for comparison, because tools differ in letter case. */
export function deviceKey(udid: string): string {
  return udid.toLowerCase();
}

/** Reads the property list of the signed message; if the message is damaged, the XML found in the bytes. */
function profileOf(bytes: Buffer): { readonly profile: PlistDictionary | null; readonly isSigned: boolean } {
  const content = readOrElse(() => signedContent(bytes), null);
  const signed = content && tryReadPropertyList(content);
  return { profile: signed ?? tryReadPropertyList(findPropertyList(bytes)), isSigned: signed !== null };
}

/** Returns the XML property list inside the bytes; empty if there is none. */
function findPropertyList(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('</plist>');
  const starts = ['<?xml', '<plist'].map((mark) => bytes.indexOf(mark)).filter((at) => at >= 0 && at < end);
  return end < 0 || starts.length === 0
    ? Buffer.alloc(0)
    : bytes.subarray(Math.min(...starts), end + '</plist>'.length);
}

/** Returns null unless the content is a property list. May throw like `readPropertyList`. */
export function tryReadPropertyList(content: Buffer): PlistDictionary | null {
  try {
    return readPropertyList(content).root;
  } catch (error) {
    if (error instanceof PlistError) return null;
    throw error;
  }
}

function kindOf(profile: PlistDictionary): Provisioning['provisioning'] {
  if (profile['ProvisionsAllDevices'] === true) return 'enterprise';
  if (!Array.isArray(profile['ProvisionedDevices'])) return 'appstore';
  return entitlementsOf(profile)['get-task-allow'] === true ? 'development' : 'adhoc';
}

function entitlementsOf(profile: PlistDictionary): PlistDictionary {
  const entitlements = profile['Entitlements'];
  return isDictionary(entitlements) ? entitlements : {};
}

/** Returns the application identifier without its team prefix. */
function appIdOf(profile: PlistDictionary): string | null {
  const identifier = textOf(entitlementsOf(profile)['application-identifier']);
  return identifier?.includes('.') ? identifier.slice(identifier.indexOf('.') + 1) : null;
}

const maxCertificates = 200;

function lastExpiry(certificates: PlistValue | undefined): string | null {
  const expiries = (Array.isArray(certificates) ? certificates.slice(0, maxCertificates) : []).flatMap(
    (der) => {
      const certificate = der instanceof Uint8Array ? parseCertificate(der) : null;
      return (certificate && certificateExpiry(certificate)) ?? [];
    },
  );
  return expiries.toSorted().at(-1) ?? null;
}

function textOf(value: PlistValue | undefined): string | null {
  return typeof value === 'string' ? truncateText(value) : null;
}

/** Returns whole seconds, as in the profile: `2027-01-31T12:00:00Z`. */
function timeOf(date: Date): string | null {
  const ms = date.getTime();
  return Number.isNaN(ms) ? null : isoTime(ms).replace(/\.\d+Z$/, 'Z');
}

/** Warns of profiles that prevent most testers from installing. `now` is in milliseconds since 1970 UTC. */
export function profileInstallWarnings(profile: Provisioning, now: number): Message[] {
  const installWarnings: Message[] = [];
  const { provisioning, profileExpires, profileDevices } = profile;
  if (provisioning === 'none') installWarnings.push(messageOf('warning/noProfile'));
  if (profileExpires && Date.parse(profileExpires) <= now) {
    installWarnings.push(messageOf('warning/expired', { day: profileExpires.slice(0, 10) }));
  }
  const { certificateExpires } = profile;
  if (certificateExpires && Date.parse(certificateExpires) <= now) {
    installWarnings.push(messageOf('warning/certificateExpired', { day: certificateExpires.slice(0, 10) }));
  }
  if (provisioning === 'development') {
    installWarnings.push(messageOf('warning/development', { count: profile.profileDevices ?? 0 }));
  }
  if (provisioning === 'adhoc' && profileDevices === 0)
    installWarnings.push(messageOf('warning/adhoc', { count: 0 }));
  if (provisioning === 'appstore') installWarnings.push(messageOf('warning/appStore'));
  return installWarnings;
}

/** Warns of all obstacles to installation, including those of `profileInstallWarnings`. */
export function profileWarnings(profile: Provisioning, now: number): Message[] {
  const warnings: Message[] = [];
  const { provisioning } = profile;
  if (provisioning === 'unknown') warnings.push(messageOf('warning/unreadableProfile'));
  if (profile.profileVerified === false) warnings.push(messageOf('warning/unverifiedProfile'));
  warnings.push(...profileInstallWarnings(profile, now));
  if (provisioning === 'adhoc' && profile.profileDevices !== 0) {
    warnings.push(messageOf('warning/adhoc', { count: profile.profileDevices ?? 0 }));
  }
  return warnings;
}
