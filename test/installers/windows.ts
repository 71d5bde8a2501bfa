/**
 * Checks the registry after the Windows installer installs, updates and uninstalls. Only Slipway's own script
 * runs, compiled by NSIS and run by Wine.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { toastActivator } from '../../main/shell/notices/toast.ts';
import type { Suite } from './part.ts';

const project = join(import.meta.dirname, '..', '..');
const id = 'app.slipway.desktop';
const own = 'Software\\3d3f1a44';
const user = 'HKEY_CURRENT_USER';
const classes = `${user}\\Software\\Classes`;
const version = `${user}\\Software\\Microsoft\\Windows\\CurrentVersion`;
const atLogin = [`${version}\\Run`, `${version}\\Explorer\\StartupApproved\\Run`];

export const windowsInstaller: Suite = {
  name: 'the registry entries of the Windows installer',
  missingRequirement: (): string | null => {
    const nsis = spawnSync('makensis', ['-VERSION']);
    const wine = spawnSync('wine', ['--version'], { encoding: 'utf8' });
    if (nsis.status === 0 && wine.status === 0 && !wine.stderr.includes('wine32 is missing')) return null;
    return 'It needs makensis, and wine with 32-bit programs; on Debian: dpkg --add-architecture i386 && apt update && apt install nsis wine wine32:i386';
  },
  run: async (): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-installer-'));
    const wine = startWine(folder);
    try {
      installsAndUninstalls(wine, compile(folder, 'x64'));
      refusesOtherComputers(wine, compile(folder, 'arm64'));
    } finally {
      wine.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Wine = ReturnType<typeof startWine>;

type Entry = readonly [key: string, name: string, text: string];

function startWine(folder: string) {
  const env = { ...process.env, WINEPREFIX: join(folder, 'prefix'), WINEDEBUG: '-all' };
  const start = (words: readonly string[]) => spawnSync('wine', words, { env, encoding: 'utf8' });
  const run = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = start(words);
    assert.equal(status, 0, `${words.join(' ')}: ${stderr}`);
    return stdout.replaceAll('\r', '');
  };
  return {
    run,
    status: (...words: readonly string[]): number | null => start(words).status,
    write: (entries: readonly Entry[]): void => {
      const file = join(folder, 'entries.reg');
      const lines = entries.map(([key, name, text]) => {
        return `[${key}]\r\n${name === '@' ? '@' : JSON.stringify(name)}=${JSON.stringify(text)}\r\n`;
      });
      writeFileSync(file, `REGEDIT4\r\n\r\n${lines.join('\r\n')}`);
      run('reg', 'import', `Z:${file.replaceAll('/', '\\')}`);
    },
    /** Returns all keys and values that the user's programs may write, as `KEY` and `KEY: NAME = TEXT`. */
    registry: (): readonly string[] => {
      let key = '';
      const lines = run('reg', 'query', 'HKCU\\Software', '/s').split('\n');
      return lines.flatMap((line) => {
        if (line.startsWith(user)) key = line;
        if (line.trim() === '') return [];
        const [name, , ...text] = line.split('    ').slice(1);
        return name === undefined ? [key] : [`${key}: ${name} = ${text.join('    ')}`];
      });
    },
    end: (): void => void start(['wineboot', '--shutdown']),
  };
}

function compile(folder: string, architecture: 'x64' | 'arm64'): string {
  const program = join(folder, `${architecture}.exe`);
  const defines = {
    APP_ID: id,
    PRODUCT_NAME: 'Slipway',
    APP_EXECUTABLE_FILENAME: 'Slipway.exe',
    APP_INSTALLER_STORE_FILE: 'slipway-updater\\installer.exe',
    INSTALL_REGISTRY_KEY: own,
    INCLUDE: join(project, 'assets', 'windows', 'installer.nsh'),
    [architecture === 'x64' ? 'APP_64' : 'APP_ARM64']: 'app.7z',
  };
  const words = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  const script = join(import.meta.dirname, 'windows.nsi');
  const made = spawnSync(
    'makensis',
    ['-WX', '-V2', '-INPUTCHARSET', 'UTF8', ...words, `-XOutFile "${program}"`, script],
    { encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stdout + made.stderr);
  return program;
}

function installsAndUninstalls(wine: Wine, installer: string): void {
  // Another program owns .apk, starts at login, and is registered in Windows.
  wine.write([
    [`${user}\\Software\\RegisteredApplications`, 'other', 'Software\\other'],
    [`${classes}\\CLSID\\{97D6B3AC-7C8F-4D0B-9A51-6B2B9F0C5E11}`, '@', 'other'],
    [`${classes}\\.apk`, '@', 'other.apk'],
    [`${classes}\\.apk\\OpenWithProgids`, 'other.apk', ''],
    ...atLogin.map((key) => [key, 'other', 'other.exe'] as const),
  ]);
  const before = wine.registry();
  wine.run(installer, '/S');

  const folder = `${wine.run('cmd', '/c', 'echo %LOCALAPPDATA%').trim()}\\Programs\\two words`;
  const program = `${folder}\\Slipway.exe`;
  const written = wine.registry().filter((line) => !before.includes(line));
  assert.deepEqual(written.filter((line) => line.includes(' = ')).sort(), offers(program).sort());

  // Entries that Electron writes while the application runs.
  const link = [`${classes}\\slipway\\shell\\open\\command`, '@', `"${program}" "%1"`] as const;
  wine.write([
    [`${classes}\\slipway`, 'URL Protocol', ''],
    link,
    ...atLogin.map((key) => [key, id, `"${program}" --hidden`] as const),
  ]);
  const used = wine.registry();
  // With `_?=FOLDER` an NSIS uninstaller runs in place, without starting a copy of itself.
  const remove = (...words: readonly string[]): void =>
    void wine.run(`${folder}\\uninstall.exe`, '/S', ...words, `_?=${folder}`);
  const updaterCache = win32.join(folder, '..', '..', 'slipway-updater');
  const keepsDownloads = (): boolean => wine.status('cmd', '/c', 'dir', '/b', updaterCache) === 0;
  remove('--updated');
  assert.ok(keepsDownloads());
  wine.run(installer, '/S');
  assert.deepEqual(wine.registry(), used, 'an update keeps everything');

  remove();
  assert.deepEqual(wine.registry(), before, 'uninstalling leaves nothing, and takes nothing of others');
  assert.ok(!keepsDownloads());

  wine.run(installer, '/S');
  const taken = [link[0], '@', '"C:\\other.exe" "%1"'] as const;
  wine.write([taken]);
  remove();
  assert.ok(wine.registry().includes(`${taken[0]}: (Default) = ${taken[2]}`), 'links of another program');
}

/** Returns the entries that offer the program for its file types, but not as the default. */
function offers(program: string): string[] {
  const types = [
    ['apk', 'Android app'],
    ['ipa', 'iOS app'],
  ].flatMap(([extension, described]) => [
    `${classes}\\.${extension}\\OpenWithProgids: ${id}.${extension} = `,
    `${classes}\\${id}.${extension}: (Default) = ${described}`,
    `${classes}\\${id}.${extension}\\DefaultIcon: (Default) = ${program},0`,
    `${classes}\\${id}.${extension}\\shell\\open\\command: (Default) = "${program}" "%1"`,
    `${user}\\${own}\\Capabilities\\FileAssociations: .${extension} = ${id}.${extension}`,
  ]);
  return [
    ...types,
    `${user}\\${own}\\Capabilities: ApplicationName = Slipway`,
    `${user}\\${own}\\Capabilities: ApplicationIcon = ${program},0`,
    `${user}\\${own}\\Capabilities: ApplicationDescription = Uploads finished builds to a distribution service and notifies your testers.`,
    `${user}\\Software\\RegisteredApplications: ${id} = ${own}\\Capabilities`,
    `${classes}\\CLSID\\${toastActivator}: (Default) = Slipway`,
    `${classes}\\CLSID\\${toastActivator}: CustomActivator = 0x1`,
    `${classes}\\CLSID\\${toastActivator}\\LocalServer32: (Default) = "${program}"`,
  ];
}

function refusesOtherComputers(wine: Wine, installer: string): void {
  const before = wine.registry();
  assert.equal(wine.status(installer, '/S'), 2);
  assert.deepEqual(wine.registry(), before);
}
