/** Hidden start at login: Electron's API on macOS and Windows, an autostart file on Linux. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import type { LoginItemView } from '../../../preload/contract.ts';
import { type CodedError, systemCode, toFailure } from '../../base/errors.ts';
import { fileError, writeAtomically } from '../../base/files/files.ts';
import type { LoginItem } from '../../bridge/host-abilities.ts';
import { shellErrors } from '../errors.ts';
import { hiddenSwitch } from '../start/start-arguments.ts';
import { autostartEntry, entryStarts } from './autostart-entry.ts';
import { runsOutsideApplications } from './move-to-applications.ts';

export type LoginItemOptions = {
  readonly app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'isPackaged'>;
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  readonly program: string;
};

export type SystemLoginItem = LoginItem & {
  /** Updates the path in an existing autostart file after an AppImage was moved or replaced. */
  refresh(): Promise<void>;
};

export function systemLoginItem(options: LoginItemOptions): SystemLoginItem {
  const { app, platform, program } = options;
  if (!app.isPackaged) return withoutLoginItem(() => shellErrors.notPackaged({}));
  // macOS runs a translocated copy from a different path each time, so a login item could not start it again.
  if (platform === 'darwin' && runsOutsideApplications(program))
    return withoutLoginItem(() => shellErrors.notInstalled({}));
  return platform === 'linux' ? autostartFile(options) : electronLoginItem(options);
}

function withoutLoginItem(reason: () => CodedError): SystemLoginItem {
  return {
    view: async () => ({ enabled: false, unavailable: toFailure(reason()) }),
    set: async () => {
      throw reason();
    },
    refresh: async () => undefined,
  };
}

function electronLoginItem({ app, platform }: LoginItemOptions): SystemLoginItem {
  const windows = platform === 'win32';
  const settings = windows ? { args: [hiddenSwitch] } : {};
  const enabled = (): boolean => {
    const item = app.getLoginItemSettings(settings);
    // Users can disable a registered item in the Task Manager.
    return item.openAtLogin && (!windows || item.executableWillLaunchAtLogin);
  };
  const view = async (): Promise<LoginItemView> => ({ enabled: enabled(), unavailable: null });
  return {
    view,
    set: async (wanted) => {
      app.setLoginItemSettings({ openAtLogin: wanted, ...settings });
      const { status } = app.getLoginItemSettings(settings);
      if (wanted && platform === 'darwin' && status === 'requires-approval')
        throw shellErrors.loginNotAllowed({});
      if (enabled() !== wanted) throw shellErrors.loginRefused({});
      return view();
    },
    refresh: async () => undefined,
  };
}

function autostartFile({ environment, home, program: running }: LoginItemOptions): SystemLoginItem {
  // The XDG Base Directory specification requires that relative paths are ignored.
  const given = environment['XDG_CONFIG_HOME'];
  const configuration = given?.startsWith('/') ? given : join(home, '.config');
  const path = join(configuration, 'autostart', 'slipway.desktop');
  // The executable of an AppImage is on a mount that disappears with the process.
  const program = environment['APPIMAGE'] ?? running;
  const entry = (): string => {
    const text = autostartEntry(program, [hiddenSwitch]);
    if (text === null) throw shellErrors.loginUnnamable({ path: program });
    return text;
  };
  const view = async (): Promise<LoginItemView> => {
    const existing = await readEntry(path);
    return { enabled: existing !== null && entryStarts(existing), unavailable: null };
  };
  return {
    view,
    set: async (wanted) => {
      if (wanted) await writeAtomically(path, entry(), 'shared');
      else await removeEntry(path);
      return view();
    },
    refresh: async () => {
      const current = await readEntry(path);
      if (current !== null && entryStarts(current) && current !== entry())
        await writeAtomically(path, entry(), 'shared');
    },
  };
}

async function readEntry(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path);
  }
}

async function removeEntry(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw fileError(error, path);
  }
}
