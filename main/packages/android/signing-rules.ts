/**
 * Android's rules for signatures by API level, as `apksigner verify` applies them to the schemes present.
 * Source: source.android.com, "Application Signing", and the behaviour changes of Android 7, 8, 9, 11 and 13.
 * Pure.
 */

import { type Message, messageOf, withMessage } from '../../messages/message.ts';
import type { SigningInfo } from '../package-info.ts';
import { elevenLevel, levelOf, type SystemLevels, targetOf } from './system-levels.ts';

export type SignatureScheme = SigningInfo['schemesPresent'][number];

/** Signatures that devices find. */
export type FoundSignatures = {
  readonly schemes: ReadonlySet<SignatureScheme>;
  /** Other schemes that a signature requires, so that their removal is detected. */
  readonly demands: Readonly<Partial<Record<SignatureScheme, readonly SignatureScheme[]>>>;
  /** True if data was added after signing, so devices do not find the signing block. */
  readonly displaced: boolean;
};

export type SigningLevels = SystemLevels & { readonly targetSandboxVersion: number | null };

/** First API level that supports a scheme; newest first, as devices choose. */
const knownFrom: readonly (readonly [scheme: SignatureScheme, level: number])[] = [
  ['v3.1', 33],
  ['v3', 28],
  ['v2', 24],
  ['v1', 1],
];
const sandboxLevel = 26;
/** Levels at which the rules change. */
const levels = [24, sandboxLevel, 28, elevenLevel, 33] as const;

/** Warns if devices that the build supports refuse its signature. */
export function signatureWarnings(found: FoundSignatures, system: SigningLevels): Message[] {
  const least = levelOf(system.minOs ?? '1');
  const reasons = [least, ...levels.filter((level) => level > least)].map((level) =>
    refusalAt(level, found, system),
  );
  const installWarnings = reasons.filter((reason) => reason !== null).reduce<Message[]>(withMessage, []);
  return found.displaced && installWarnings.length > 0
    ? [messageOf('warning/changedAfterSigning')]
    : installWarnings;
}

function refusalAt(level: number, found: FoundSignatures, system: SigningLevels): Message | null {
  const { schemes, demands } = found;
  const used = knownFrom.find(([scheme, from]) => from <= level && schemes.has(scheme))?.[0];
  if (!used) return withoutSignature(found, system);
  const missing = (demands[used] ?? []).find((scheme) => fromLevel(scheme) <= level && !schemes.has(scheme));
  if (missing) return messageOf('warning/strippedSignature', { scheme: used, missing });
  if (used !== 'v1') return null;
  const target = targetOf(system);
  if (level >= elevenLevel && levelOf(target) >= elevenLevel)
    return messageOf('warning/oldSignature', { target });
  const isSandboxed = (system.targetSandboxVersion ?? 1) > 1;
  return level >= sandboxLevel && isSandboxed ? messageOf('warning/sandboxSignature') : null;
}

function withoutSignature({ schemes }: FoundSignatures, { minOs }: SigningLevels): Message {
  const oldest = knownFrom.findLast(([scheme]) => schemes.has(scheme));
  if (!oldest) return messageOf('warning/notSigned');
  const [scheme, level] = oldest;
  return messageOf('warning/newSignature', { scheme, level, minimum: minOs ?? '1' });
}

function fromLevel(wanted: SignatureScheme): number {
  return knownFrom.find(([scheme]) => scheme === wanted)?.[1] ?? 1;
}
