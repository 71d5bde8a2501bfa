/** How tray and notifications speak of a build. Pure. */
import type { UploadView } from '../core.ts';

/** The name a person knows the build by, with its version: `Field Notes 2.4.1`; the file's name when unread. */
export function buildName(upload: UploadView): string {
  const name = upload.package?.name ?? upload.target?.applicationName ?? upload.package?.id;
  if (name === undefined) return upload.fileName;
  const version = upload.package?.versionName ?? upload.package?.build;
  return version ? `${name} ${version}` : name;
}

/** `2 builds`, `1 build`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `65 MB`: decimal units. */
export function sizeWords(bytes: number): string {
  const step = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

/** `4 s`, `3 min`; at least `1 s`. */
export function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Whom it went to: `1 team, 2 members and qa@example.com`; null when nobody was told. */
export function recipientWords(recipients: UploadView['recipients']): string | null {
  const { teamIds, memberIds, emails } = recipients;
  const parts = [
    teamIds.length > 0 ? count(teamIds.length, 'team') : null,
    memberIds.length > 0 ? count(memberIds.length, 'member') : null,
    emails.length === 1 ? emails[0] : emails.length > 1 ? count(emails.length, 'address', 'addresses') : null,
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return null;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
}
