import type { CallArguments, FolderPreset, FoundProject } from '../../../preload/page.ts';
import { noRecipients } from '../people/recipients.ts';

export type WatchChoice = { readonly path: string; readonly preset: FolderPreset | null };

/** Returns the presets that match a project in the folder, and then the folder without a preset. */
export function choicesFor(path: string, presets: readonly FolderPreset[]): readonly WatchChoice[] {
  const fitting = presets.filter(({ kind }) => kind !== 'drop');
  return [...presetChoices(fitting), { path, preset: null }];
}

export function presetChoices(presets: readonly FolderPreset[]): readonly WatchChoice[] {
  return presets.map((preset) => ({ path: preset.path, preset }));
}

/** Returns the first preset of the most recent project; null without a project. */
export function likelyChoice([newest]: readonly FoundProject[]): WatchChoice | null {
  return (newest && presetChoices(newest.presets)[0]) ?? null;
}

/** Returns arguments for a new folder: activates versions, has no recipients, ignores existing builds. */
export function firstFolder(
  { path, preset }: WatchChoice,
  accountId: string,
  waitForFolder: boolean,
): CallArguments<'folders.add'> {
  return {
    ...{ path, accountId, area: 'testingdist', activate: true, sendAnyway: false, existingBuilds: 'none' },
    recipients: noRecipients,
    ...(preset
      ? {
          kinds: [...preset.rule.kinds],
          include: [...preset.rule.include],
          exclude: [...preset.rule.exclude],
          depth: preset.rule.depth,
        }
      : {}),
    waitForFolder: waitForFolder || preset?.exists === false,
  };
}
