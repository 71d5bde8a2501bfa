/** The builds a person opened, in the system's list of recent files (macOS and Windows have one). */
import type { App } from 'electron';
import type { SettingsStore } from '../../settings/settings-store.ts';

type RecentFiles = Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>;

/** Unless no history is kept. */
export function rememberOpened(app: RecentFiles, settings: SettingsStore, paths: readonly string[]): void {
  if (settings.get().historyEntries === 0) return;
  for (const path of paths) app.addRecentDocument(path);
}

/** When less history is kept the list goes, too. Returns what stops it. */
export function clearWithHistory(app: RecentFiles, settings: SettingsStore): () => void {
  return settings.onChange(({ now, before }) => {
    if (now.historyEntries < before.historyEntries) app.clearRecentDocuments();
  });
}
