import { randomUUID } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { settingsErrors } from './errors.ts';
import type { FolderRule } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

/** A folder rule as it is entered. */
export type FolderInput = Omit<FolderRule, 'id' | 'paused'>;

export type Folders = {
  all(): readonly FolderRule[];
  /** Throws `settings/unknownFolder`. */
  get(id: string): FolderRule;
  /** The rule an input stands for, not yet stored. Throws `settings/relativePath`, `settings/alreadyWatched`, `settings/unknownAccount`. */
  prepare(input: FolderInput, id?: string): FolderRule;
  store(folder: FolderRule): void;
  remove(id: string): void;
  setPaused(id: string, paused: boolean): FolderRule;
};

export function createFolders(settings: SettingsStore): Folders {
  const get = (id: string): FolderRule => {
    const folder = settings.get().folders.find((known) => known.id === id);
    if (!folder) throw settingsErrors.unknownFolder({ id });
    return folder;
  };
  const store = (folder: FolderRule): void => {
    settings.update((now) => ({
      ...now,
      folders: now.folders.some((known) => known.id === folder.id)
        ? now.folders.map((known) => (known.id === folder.id ? folder : known))
        : [...now.folders, folder],
    }));
  };
  return {
    all: () => settings.get().folders,
    get,
    prepare: (input, id) => {
      if (!isAbsolute(input.path)) throw settingsErrors.relativePath({ path: input.path });
      const path = resolve(input.path);
      const { folders, accounts } = settings.get();
      if (folders.some((known) => known.path === path && known.id !== id))
        throw settingsErrors.alreadyWatched({ path });
      if (!accounts.some((account) => account.id === input.accountId)) {
        throw settingsErrors.unknownAccount({ id: input.accountId });
      }
      return { ...input, path, id: id ?? randomUUID(), paused: id === undefined ? false : get(id).paused };
    },
    store,
    remove: (id) => {
      get(id);
      settings.update((now) => ({ ...now, folders: now.folders.filter((folder) => folder.id !== id) }));
    },
    setPaused: (id, paused) => {
      const folder = { ...get(id), paused };
      store(folder);
      return folder;
    },
  };
}
