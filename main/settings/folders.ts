import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { validateGlob } from '../base/glob.ts';
import { fieldOf, problemsOfForm } from '../base/issues.ts';
import { settingsErrors } from './errors.ts';
import { isFullPath, sameFolder } from './folder-paths.ts';
import { type FolderInput, folderSchema, ruleFields } from './folder-rule.ts';
import { type FolderRule, noRecipients } from './settings-schema.ts';
import type { SettingsStore } from './settings-store.ts';

/** Folder of a dry run, with fields that override its rule or the defaults. */
export type FolderDraft = Pick<FolderRule, 'path'> &
  Partial<
    Pick<FolderRule, 'kinds' | 'include' | 'exclude' | 'depth' | 'existingBuilds' | 'stableForMs' | 'polling'>
  >;

export type Folders = {
  all(): readonly FolderRule[];
  /** Throws `settings/unknownFolder`. */
  get(id: string): FolderRule;
  /**
   * Validates an input without storing it; `id` is the rule to change. Throws `settings/relativePath`,
   * `settings/alreadyWatched`, `settings/badPattern`, `settings/badRule`, `settings/unknown…`.
   */
  prepare(input: FolderInput, id?: string): FolderRule;
  /** Returns a rule for a dry run. Throws like `prepare`, except for accounts and duplicates. */
  draft(input: FolderDraft): FolderRule;
  store(folder: FolderRule): void;
  remove(id: string): void;
  setPaused(id: string, paused: boolean): FolderRule;
};

export function createFolders(
  settings: SettingsStore,
  platform: NodeJS.Platform = process.platform,
): Folders {
  const get = (id: string): FolderRule => {
    const folder = settings.get().folders.find((each) => each.id === id);
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
  const fullPath = (path: string): string => {
    if (!isFullPath(path, platform)) throw settingsErrors.relativePath({ path }, { field: 'path' });
    return resolve(path);
  };
  return {
    all: () => settings.get().folders,
    get,
    prepare: (input, id) => {
      const path = fullPath(input.path);
      const { folders, accounts } = settings.get();
      if (folders.some((known) => known.id !== id && sameFolder(known.path, path, platform)))
        throw settingsErrors.alreadyWatched({ path }, { field: 'path' });
      if (!accounts.some((account) => account.id === input.accountId)) {
        throw settingsErrors.unknownAccount({ id: input.accountId }, { field: 'accountId' });
      }
      const before = id === undefined ? { id: randomUUID(), paused: false } : get(id);
      return checkedRule({ ...before, ...defined(input), path });
    },
    draft: (input) => {
      const path = fullPath(input.path);
      const existing = settings.get().folders.find((folder) => sameFolder(folder.path, path, platform));
      return checkedRule({
        ...(existing ?? { ...draftDefaults, id: randomUUID() }),
        ...defined(input),
        path,
      });
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

const draftDefaults = {
  accountId: 'none',
  area: 'testingdist',
  activate: false,
  recipients: noRecipients,
  existingBuilds: 'none',
  paused: false,
} as const;

function defined(input: FolderInput | FolderDraft): Partial<FolderInput> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function checkedRule(rule: unknown): FolderRule {
  const checked = folderSchema.safeParse(rule, { reportInput: true });
  if (!checked.success) {
    const problem = problemsOfForm(checked.error, ruleFields);
    throw settingsErrors.badRule({ problem }, { field: fieldOf(checked.error) });
  }
  const { include, exclude, ...rest } = checked.data;
  checkPatterns(checked.data);
  return { ...rest, include: trimmedPatterns(include), exclude: trimmedPatterns(exclude) };
}

/** Validates patterns again: the settings file may be edited by hand. Throws `settings/badPattern`. */
export function checkPatterns(rule: Pick<FolderRule, 'include' | 'exclude'>): void {
  for (const field of ['include', 'exclude'] as const) {
    for (const pattern of rule[field]) {
      const problem = validateGlob(pattern);
      if (problem !== null) throw settingsErrors.badPattern({ pattern, problem }, { field });
    }
  }
}

function trimmedPatterns(patterns: readonly string[]): string[] {
  return [...new Set(patterns.map((pattern) => pattern.trim()))];
}
