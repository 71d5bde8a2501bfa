/** What the first folder can be: what fits a project, or a folder as it is. Pure. */
import type { CallArguments, FolderPreset } from '../../../preload/page.ts';
import { nobody } from '../people/recipients.ts';

/** One way to watch something; a preset, or null for a folder as it was typed. */
export type WatchChoice = { readonly path: string; readonly preset: FolderPreset | null };

/** The ways to watch a folder that was typed: as it is, then what fits when it is a project. */
export function choicesFor(path: string, presets: readonly FolderPreset[]): readonly WatchChoice[] {
  const fitting = presets.filter(({ kind }) => kind !== 'drop');
  return [...presetChoices(fitting), { path, preset: null }];
}

export function presetChoices(presets: readonly FolderPreset[]): readonly WatchChoice[] {
  return presets.map((preset) => ({ path: preset.path, preset }));
}

/** Everything a first folder leaves at its usual value: on for testers, nobody told, what lies there left alone. */
export function firstFolder(
  { path, preset }: WatchChoice,
  accountId: string,
  waitForFolder: boolean,
): CallArguments<'folders.add'> {
  return {
    ...{ path, accountId, area: 'testingdist', activate: true, sendAnyway: false, existingBuilds: 'none' },
    recipients: nobody,
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
