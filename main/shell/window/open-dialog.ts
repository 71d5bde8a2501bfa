/** System file dialog, opened at the folder that was last used for the same kind of choice. */
import { statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { Store } from '../system/settings-electron-store.ts';

export type Choice = 'builds' | 'folder' | 'certificates';

/** Returns absolute paths; empty if cancelled. */
export type OpenDialog = (
  choice: Choice,
  options: OpenDialogOptions,
  parent: BrowserWindow | null,
) => Promise<readonly string[]>;

export function createOpenDialog(windowState: Store): OpenDialog {
  return async (choice, options, parent) => {
    const given = { ...options, ...lastFolder(windowState.store, choice) };
    const chosen = await (parent ? dialog.showOpenDialog(parent, given) : dialog.showOpenDialog(given));
    const [first] = chosen.canceled ? [] : chosen.filePaths;
    if (first === undefined) return [];
    const { store } = windowState;
    windowState.store = { ...store, folders: { ...foldersOf(store), [choice]: dirname(first) } };
    return chosen.filePaths;
  };
}

function lastFolder(store: Store['store'], choice: Choice): Pick<OpenDialogOptions, 'defaultPath'> {
  const folder = foldersOf(store)[choice];
  if (typeof folder !== 'string' || !isAbsolute(folder)) return {};
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? { defaultPath: folder } : {};
}

function foldersOf({ folders }: Store['store']): Readonly<Record<string, unknown>> {
  return typeof folders === 'object' && folders !== null ? { ...folders } : {};
}
