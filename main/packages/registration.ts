/** Adds Google's registration status for a package and its signing certificate to a build's facts. Pure. */
import { messageOf } from '../messages/message.ts';
import { installability, installWarnings } from './installability.ts';
import type { PackageInfo, RegistrationStatus } from './package-info.ts';

const warnings = {
  registered: [],
  'not-registered': [messageOf('warning/notRegistered')],
  'other-certificate': [messageOf('warning/otherCertificate')],
} as const;

export function withRegistration(info: PackageInfo, registration: RegistrationStatus): PackageInfo {
  const all = [...info.warnings, ...warnings[registration]];
  return {
    ...info,
    registration,
    warnings: all,
    installability: installability(all),
    installWarnings: installWarnings(all),
  };
}

/** Package name with at least two parts and no hyphen, as Android requires. */
const packagePattern = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;

export type RegistrationQuery = {
  readonly packageId: string;
  /** SHA-256 in lower-case hex; null for any certificate. */
  readonly certificate: string | null;
};

/** Returns null for builds that Google cannot list: an ipa, an invalid name, or not exactly one signer. */
export function registrationQuery({ kind, id, signing }: PackageInfo): RegistrationQuery | null {
  const [certificate, ...others] = signing?.certificates ?? [];
  if (kind !== 'apk' || !packagePattern.test(id) || !certificate || others.length > 0) return null;
  return { packageId: id, certificate: certificate.sha256 };
}
