/** Android API levels as in manifests: numbers, or names of previews. Pure. */

import { type Message, messageOf } from '../../messages/message.ts';

export type SystemLevels = {
  readonly minOs: string | null;
  readonly targetOs: string | null;
};

/** Android ranks previews, which have names instead of numbers, above all numbers. */
const previewLevel = 10_000;

/** Android 11. It has stricter rules for builds that target it. */
export const android11Level = 30;

export function levelOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : previewLevel;
}

/** Returns the target level as written. Defaults to the minimum level, else to level 1. */
export function targetOf({ minOs, targetOs }: SystemLevels): string {
  return targetOs ?? minOs ?? '1';
}

/**
 * Minimum targetSdkVersion that each Android version installs. Source:
 * https://developer.android.com/about/versions/14/behavior-changes-all#minimum-target-api-level, and the same
 * page for 15.
 */
const minimumTargets: readonly { readonly system: number; readonly minimum: number }[] = [
  { system: 14, minimum: 23 },
  { system: 15, minimum: 24 },
];

export function targetWarnings(levels: SystemLevels): Message[] {
  const target = targetOf(levels);
  const refusing = minimumTargets.find(({ minimum }) => levelOf(target) < minimum);
  return refusing ? [messageOf('warning/oldTarget', { target, ...refusing })] : [];
}
