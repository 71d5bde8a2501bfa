/**
 * Android's rules for signatures by API level, as in `apksigner verify`. Source: source.android.com,
 * "Application Signing", and the behaviour changes of Android 7, 8, 9, 11 and 13. Pure.
 */

import { addMessage, type Message, messageOf } from '../../messages/message.ts';
import type { SigningInfo } from '../package-info.ts';
import { android11Level, levelOf, type SystemLevels, targetOf } from './system-levels.ts';

export type SignatureScheme = SigningInfo['schemesPresent'][number];

/** Signatures of an apk that devices recognise. */
export type FoundSignatures = {
  readonly schemes: ReadonlySet<SignatureScheme>;
  /** Other schemes that each scheme requires. If a required scheme is missing, its signature was removed. */
  readonly requiredSchemes: Readonly<Partial<Record<SignatureScheme, readonly SignatureScheme[]>>>;
  /** True if data was added after signing, so devices do not find the signing block. */
  readonly displaced: boolean;
};

export type SigningLevels = SystemLevels & { readonly targetSandboxVersion: number | null };

/** First API level that supports each scheme. Devices choose the newest scheme that they support. */
const firstLevels: readonly (readonly [scheme: SignatureScheme, level: number])[] = [
  ['v3.1', 33],
  ['v3', 28],
  ['v2', 24],
  ['v1', 1],
];
const sandboxLevel = 26;
/** Levels at which the rules change. */
const levels = [24, sandboxLevel, 28, android11Level, 33] as const;

/** Warns if devices that the build supports refuse its signature. */
export function signatureWarnings(found: FoundSignatures, system: SigningLevels): Message[] {
  const minLevel = levelOf(system.minOs ?? '1');
  const reasons = [minLevel, ...levels.filter((level) => level > minLevel)].map((level) =>
    warningAt(level, found, system),
  );
  const installWarnings = reasons.filter((reason) => reason !== null).reduce<Message[]>(addMessage, []);
  return found.displaced && installWarnings.length > 0
    ? [messageOf('warning/changedAfterSigning')]
    : installWarnings;
}

function warningAt(level: number, found: FoundSignatures, system: SigningLevels): Message | null {
  const { schemes, requiredSchemes } = found;
  const used = firstLevels.find(([scheme, from]) => from <= level && schemes.has(scheme))?.[0];
  if (!used) return missingSignatureWarning(found, system);
  const missing = (requiredSchemes[used] ?? []).find(
    (scheme) => firstLevel(scheme) <= level && !schemes.has(scheme),
  );
  if (missing) return messageOf('warning/strippedSignature', { scheme: used, missing });
  if (used !== 'v1') return null;
  const target = targetOf(system);
  if (level >= android11Level && levelOf(target) >= android11Level)
    return messageOf('warning/oldSignature', { target });
  const isSandboxed = (system.targetSandboxVersion ?? 1) > 1;
  return level >= sandboxLevel && isSandboxed ? messageOf('warning/sandboxSignature') : null;
}

function missingSignatureWarning({ schemes }: FoundSignatures, { minOs }: SigningLevels): Message {
  const oldest = firstLevels.findLast(([scheme]) => schemes.has(scheme));
  if (!oldest) return messageOf('warning/notSigned');
  const [scheme, level] = oldest;
  return messageOf('warning/newSignature', { scheme, level, minimum: minOs ?? '1' });
}

function firstLevel(wanted: SignatureScheme): number {
  return firstLevels.find(([scheme]) => scheme === wanted)?.[1] ?? 1;
}
