import type { App } from 'electron';
import type { SettingsStore } from '../../settings/settings-store.ts';

type RecentFiles = Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>;

export function rememberOpened(app: RecentFiles, settings: SettingsStore, paths: readonly string[]): void {
  if (settings.get().historyEntries === 0) return;
  for (const path of paths) app.addRecentDocument(path);
}

/** Clears the recent documents when the history limit is lowered. Returns a function that unsubscribes. */
export function clearWithHistory(app: RecentFiles, settings: SettingsStore): () => void {
  return settings.onChange(({ now, before }) => {
    if (now.historyEntries < before.historyEntries) app.clearRecentDocuments();
  });
}
