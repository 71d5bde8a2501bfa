import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataFolder } from '../../../main/core/default-data-folder.ts';
import { AppDouble } from '../../fakes/electron/app.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';

describe('the default data folder', () => {
  test('is in the application data folder of the operating system', () => {
    const home = resolve('/home/ann');
    const below = (...names: readonly string[]): string => join(home, ...names, 'Slipway');
    const environment = { APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') };
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: join(home, 'x') }, home)).toBe(below('x'));
    expect(defaultDataFolder('linux', {}, home)).toBe(below('.config'));
    expect(defaultDataFolder('darwin', {}, home)).toBe(below('Library', 'Application Support'));
    expect(defaultDataFolder('win32', environment, home)).toBe(below('Local'));
    expect(defaultDataFolder('win32', {}, home)).toBe(below('AppData', 'Local'));
  });

  test('is the userData folder of Electron, except on Windows', () => {
    const app = new AppDouble(createRecordings());
    expect([app.name, app.getName(), app.desktopName]).toEqual(['Slipway', 'Slipway', 'slipway.desktop']);
    expect(app.getPath('userData')).toBe(defaultDataFolder('linux'));
  });
});
