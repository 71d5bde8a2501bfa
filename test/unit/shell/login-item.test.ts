import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { autostartEntry, entryStarts } from '../../../main/shell/system/autostart-entry.ts';
import { type LoginItemOptions, systemLoginItem } from '../../../main/shell/system/login-item.ts';
import { hasModes, isWindows } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

type Settings = ReturnType<LoginItemOptions['app']['getLoginItemSettings']>;

/** Creates an application that records changes of its login item. `answers` overrides the system's report. */
function systemApp(answers: Partial<Settings> = {}) {
  const changes: unknown[] = [];
  let openAtLogin = false;
  const app: LoginItemOptions['app'] = {
    isPackaged: true,
    getLoginItemSettings: () => ({
      openAtLogin,
      wasOpenedAtLogin: false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
      ...answers,
    }),
    setLoginItemSettings: (settings) => {
      changes.push(settings);
      openAtLogin = settings.openAtLogin ?? false;
    },
  };
  return { app, changes };
}

const given = { environment: {}, home: '/home/person', program: '/opt/Slipway/slipway' };

test('a Windows login item starts hidden and reflects the Task Manager', async () => {
  const { app, changes } = systemApp();
  const item = systemLoginItem({ ...given, app, platform: 'win32' });
  expect(await item.view()).toEqual({ enabled: false, unavailable: null });
  expect(await item.set(true)).toEqual({ enabled: true, unavailable: null });
  expect(changes).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
  const off = systemLoginItem({
    ...given,
    app: systemApp({ openAtLogin: true, executableWillLaunchAtLogin: false }).app,
    platform: 'win32',
  });
  expect((await off.view()).enabled).toBe(false);
});

test('a macOS login item reports that the system requires approval', async () => {
  const { app, changes } = systemApp();
  const item = systemLoginItem({ ...given, app, platform: 'darwin' });
  expect((await item.set(true)).enabled).toBe(true);
  expect((await item.set(false)).enabled).toBe(false);
  expect(changes).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
  const waiting = systemApp({ openAtLogin: false, status: 'requires-approval' });
  const asks = systemLoginItem({ ...given, app: waiting.app, platform: 'darwin' });
  await expect(asks.set(true)).rejects.toMatchObject({ code: 'shell/loginNotAllowed' });
});

test('a login item change that the system ignores is an error', async () => {
  const item = systemLoginItem({ ...given, app: systemApp({ openAtLogin: false }).app, platform: 'win32' });
  await expect(item.set(true)).rejects.toMatchObject({ code: 'shell/loginRefused' });
});

test('an unpackaged application cannot be started at login', async () => {
  const app = { ...systemApp().app, isPackaged: false };
  const item = systemLoginItem({ ...given, app, platform: 'linux' });
  expect(await item.view()).toMatchObject({ enabled: false, unavailable: { code: 'shell/notPackaged' } });
  await expect(item.set(true)).rejects.toMatchObject({ code: 'shell/notPackaged' });
});

test('a translocated macOS application cannot be started at login', async () => {
  const { app, changes } = systemApp();
  const program = '/private/var/folders/x/T/AppTranslocation/5F/d/Slipway.app/Contents/MacOS/Slipway';
  const item = systemLoginItem({ ...given, app, program, platform: 'darwin' });
  expect(await item.view()).toMatchObject({ enabled: false, unavailable: { code: 'shell/notInstalled' } });
  await expect(item.set(true)).rejects.toMatchObject({ code: 'shell/notInstalled' });
  expect(changes).toEqual([]);
});

async function onLinux(environment: NodeJS.ProcessEnv = {}) {
  const home = await temporaryFolder();
  const item = systemLoginItem({ ...given, app: systemApp().app, platform: 'linux', home, environment });
  return { item, home, path: join(home, '.config', 'autostart', 'slipway.desktop') };
}

test('a Linux login item writes and removes an autostart file', async () => {
  const { item, path } = await onLinux();
  expect(await item.view()).toEqual({ enabled: false, unavailable: null });
  expect(await item.set(false)).toEqual({ enabled: false, unavailable: null });
  expect(await item.set(true)).toEqual({ enabled: true, unavailable: null });
  const entry = await readFile(path, 'utf8');
  expect(entry.split('\n')[0]).toBe('[Desktop Entry]');
  expect(entry).toContain('\nExec=/opt/Slipway/slipway --hidden\n');
  if (hasModes) expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
  expect(await item.set(false)).toEqual({ enabled: false, unavailable: null });
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.skipIf(isWindows)('an autostart file respects XDG_CONFIG_HOME and starts the AppImage', async () => {
  const folder = await temporaryFolder();
  const environment = { XDG_CONFIG_HOME: folder, APPIMAGE: '/home/person/My Apps/Slipway.AppImage' };
  const { item } = await onLinux(environment);
  await item.set(true);
  expect(await readFile(join(folder, 'autostart', 'slipway.desktop'), 'utf8')).toContain(
    '\nExec="/home/person/My Apps/Slipway.AppImage" --hidden\n',
  );
  const relative = await onLinux({ XDG_CONFIG_HOME: 'somewhere' });
  await relative.item.set(true);
  expect(await readFile(relative.path, 'utf8')).toContain('Exec=');
});

test('refresh() updates the program path but keeps a disabled entry disabled', async () => {
  const { item, home, path } = await onLinux();
  await item.refresh();
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await item.set(true);
  const moved = systemLoginItem({
    ...given,
    app: systemApp().app,
    platform: 'linux',
    home,
    program: '/opt/new/slipway',
  });
  await moved.refresh();
  expect(await readFile(path, 'utf8')).toContain('Exec=/opt/new/slipway --hidden');
  const off = (await readFile(path, 'utf8')).replace('enabled=true', 'enabled=false');
  await writeFile(path, off);
  await item.refresh();
  expect(await readFile(path, 'utf8')).toBe(off);
  expect((await item.view()).enabled).toBe(false);
});

test('an unwritable autostart folder is an error', async () => {
  const { item, home } = await onLinux();
  await mkdir(join(home, '.config'), { recursive: true });
  await writeFile(join(home, '.config', 'autostart'), 'a file in the way');
  await expect(item.set(true)).rejects.toMatchObject({ code: expect.stringMatching(/^files?\//) });
});

/** Returns the program in the Exec line, without the quoting of the Desktop Entry specification. */
function programOf(entry: string): string {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const value = line.replace(/\\(.)/g, (_all, next: string) => (next === 's' ? ' ' : next));
  const word = value.startsWith('"')
    ? /^"((?:\\.|[^"\\])*)"/.exec(value)?.[1]?.replace(/\\(.)/g, '$1')
    : value.split(' ')[0];
  return (word ?? '').replaceAll('%%', '%');
}

test('an autostart entry quotes every program path correctly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const program = `/opt/${name}`;
      const entry = autostartEntry(program, ['--hidden']);
      if (/\p{Cc}/u.test(name)) expect(entry).toBeNull();
      else {
        expect(programOf(entry ?? '')).toBe(program);
        expect(entryStarts(entry ?? '')).toBe(true);
      }
    }),
  );
  expect(autostartEntry('/a "b" `c` $d \\e 100%', [])).toContain(
    'Exec="/a \\\\"b\\\\" \\\\`c\\\\` \\\\$d \\\\\\\\e 100%%"\n',
  );
});
