/** Levels of Android’s API as manifests write them: numbers, or names of previews. Pure. */

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
