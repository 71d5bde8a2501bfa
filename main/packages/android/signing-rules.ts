/**
 * Which signatures Android accepts, by the level of its API: what `apksigner verify` refuses for the schemes that are there.
 * Source: source.android.com, "Application Signing", and the behaviour changes of Android 7, 8, 9, 11 and 13. Pure.
 */

import { type Message, messageOf, withMessage } from '../../messages/message.ts';
import type { SigningInfo } from '../package-info.ts';
import { elevenLevel, levelOf, type SystemLevels, targetOf } from './system-levels.ts';

export type SignatureScheme = SigningInfo['schemesPresent'][number];

/** What a device finds where it looks for signatures. */
export type FoundSignatures = {
  readonly schemes: ReadonlySet<SignatureScheme>;
  /** What the signature of a scheme says must be there too, so that removing it is noticed. */
  readonly demands: Readonly<Partial<Record<SignatureScheme, readonly SignatureScheme[]>>>;
  /** There is a block of signatures, where no device looks for one: something was added after signing. */
  readonly displaced: boolean;
};

export type SigningLevels = SystemLevels & { readonly targetSandboxVersion: number | null };

/** The first level that knows a scheme; newest first, as a device chooses. */
const knownFrom: readonly (readonly [scheme: SignatureScheme, level: number])[] = [
  ['v3.1', 33],
  ['v3', 28],
  ['v2', 24],
  ['v1', 1],
];
const sandboxLevel = 26;
/** Devices between two of these agree on every signature. */
const levels = [24, sandboxLevel, 28, elevenLevel, 33] as const;

/** Why devices the build is meant for refuse its signature; empty when none does. */
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
