/** Levels of Android’s API as manifests write them: numbers, or names of previews. Pure. */

import { type Message, messageOf } from '../../messages/message.ts';

export type SystemLevels = {
  readonly minOs: string | null;
  readonly targetOs: string | null;
};

/** Android takes the name of a preview for a level above all others. */
const previewLevel = 10_000;

/** Android 11: from here on Android refuses more of the builds that are made for it. */
export const elevenLevel = 30;

export function levelOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : previewLevel;
}

/** What an apk is made for, as written: without a target, its minimum; without that, the first level. */
export function targetOf({ minOs, targetOs }: SystemLevels): string {
  return targetOs ?? minOs ?? '1';
}

/**
 * Versions of Android and the lowest target level they install.
 * Source: https://developer.android.com/about/versions/14/behavior-changes-all#minimum-target-api-level, and the same page for 15.
 */
const minimumTargets: readonly { readonly system: number; readonly minimum: number }[] = [
  { system: 14, minimum: 23 },
  { system: 15, minimum: 24 },
];

/** Warns of a build whose target level is below what current versions of Android install. */
export function targetWarnings(levels: SystemLevels): Message[] {
  const target = targetOf(levels);
  const refusing = minimumTargets.find(({ minimum }) => levelOf(target) < minimum);
  return refusing ? [messageOf('warning/oldTarget', { target, ...refusing })] : [];
}
