import type { Log } from '../../base/log/log.ts';
import { findProgram, runProgram } from '../../base/programs.ts';

const watcher = 'org.kde.StatusNotifierWatcher';
const path = '/StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';

/** Commands that read the D-Bus property that Chromium checks before it shows a tray icon. */
const commands = [
  { program: 'busctl', words: ['--user', 'get-property', watcher, path, watcher, property] },
  {
    program: 'gdbus',
    words: [
      ...['call', '--session', '--dest', watcher, '--object-path', path],
      ...['--method', 'org.freedesktop.DBus.Properties.Get', watcher, property],
    ],
  },
] as const;

const askMs = 2_000;

/**
 * Returns a repeatable check for tray support, because panels come and go. The check returns false if no
 * Linux panel reports support (GNOME without an extension) or D-Bus is unavailable. Never rejects.
 */
export function trayHostCheck(platform: NodeJS.Platform, log: Log): () => Promise<boolean> {
  if (platform !== 'linux') return async () => true;
  return async () => {
    for (const { program, words } of commands) {
      const path = findProgram(program);
      if (path === null) continue;
      try {
        return isTrue(await runProgram(path, words, { timeoutMs: askMs }));
      } catch (error) {
        log.debug('Could not detect whether the desktop shows tray icons', { program, error });
        return false;
      }
    }
    return false;
  };
}

/** Returns true for the output `b true` of busctl or `(<true>,)` of gdbus. */
export const isTrue = (answer: string): boolean => /^\s*(b true|\(<true>,\))\s*$/.test(answer);
