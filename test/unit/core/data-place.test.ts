import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { lockFolder } from '../../../main/base/files/lock.ts';
import { openDataFolder } from '../../../main/core/data-folder.ts';
import { dataPlaces, logMove, settleData, settleDataOnceMoved } from '../../../main/core/data-place.ts';
import { createSystemIssues } from '../../../main/core/diagnostics/system-issues.ts';
import { createJournal, journalMigrations } from '../../../main/uploads/store/journal.ts';
import { inEnglish } from '../../english.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { AppDouble } from '../../fakes/electron/app.ts';
import { createRecordings } from '../../fakes/electron/recordings.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleRecord } from '../uploads/samples.ts';

test('the data are in the folder of the application on each system, on Windows in the one that does not roam', () => {
  const home = resolve('/home/ann');
  const slipwayIn = (...names: readonly string[]): string => join(home, ...names, 'Slipway');
  expect(dataPlaces('linux', { XDG_CONFIG_HOME: join(home, 'x') }, home)).toEqual({
    ...{ folder: slipwayIn('x'), former: null },
  });
  expect(dataPlaces('linux', {}, home).folder).toBe(slipwayIn('.config'));
  expect(dataPlaces('darwin', {}, home).folder).toBe(slipwayIn('Library', 'Application Support'));
  const environment = { APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') };
  expect(dataPlaces('win32', environment, home)).toEqual({
    folder: slipwayIn('Local'),
    former: slipwayIn('Roaming'),
  });
  expect(dataPlaces('win32', {}, home)).toEqual({
    folder: slipwayIn('AppData', 'Local'),
    former: slipwayIn('AppData', 'Roaming'),
  });
});

test('elsewhere than on Windows it is the folder Electron names after the application', () => {
  const app = new AppDouble(createRecordings());
  expect([app.name, app.getName(), app.desktopName]).toEqual(['Slipway', 'Slipway', 'slipway.desktop']);
  expect(app.getPath('userData')).toBe(dataPlaces('linux').folder);
});

async function windows() {
  const folder = await temporaryFolder();
  const places = dataPlaces('win32', {
    APPDATA: join(folder, 'Roaming'),
    LOCALAPPDATA: join(folder, 'Local'),
  });
  return { places, former: places.former ?? '' };
}

const openOptions = { log: collectedLog().log, now: Date.now, onDamage: () => undefined };

test('what an earlier Slipway left is moved with the key of its passwords, and queued builds are found again', async () => {
  const { places, former } = await windows();
  await mkdir(join(former, 'dropped', 'ab'), { recursive: true });
  await writeFile(join(former, 'Local State'), 'the key');
  const before = openDataFolder(former, { ...openOptions, former: null });
  const [inside, outside] = [join(former, 'dropped', 'ab', 'notes.apk'), '/builds/other.apk'];
  await writeFile(inside, 'a build');
  createJournal(before.journal).saveAll([
    sampleRecord({ id: 'inside', position: 1, path: inside, identity: '1:2' }),
    sampleRecord({ id: 'outside', position: 2, path: outside, identity: '1:2' }),
    sampleRecord({ id: 'beside', position: 3, path: `${former} 2/notes.apk` }),
  ]);
  before.close();
  const place = settleData(places);
  expect(place).toEqual({
    ...{ ...places, unused: null, problem: null, own: true },
    ...{ moved: true, tookMs: expect.any(Number) },
  });
  const { log, lines } = collectedLog();
  logMove(place, log);
  expect(lines).toEqual([expect.stringContaining('The data folder was moved')]);
  expect(await readdir(places.folder)).toEqual(
    expect.arrayContaining(['Local State', 'dropped', 'journal.db']),
  );
  for (const again of [1, 2]) {
    const opened = openDataFolder(place.folder, { ...openOptions, former: place.former });
    const journal = createJournal(opened.journal);
    expect(journal.get('inside'), `${again}`).toMatchObject({
      path: join(places.folder, 'dropped', 'ab', 'notes.apk'),
    });
    expect(journal.get('inside')).not.toHaveProperty('identity');
    expect(journal.get('outside')).toMatchObject({ path: outside, identity: '1:2' });
    expect(journal.get('beside')?.path).toBe(`${former} 2/notes.apk`);
    expect([...journal.openPaths()]).toContain(join(places.folder, 'dropped', 'ab', 'notes.apk'));
    opened.close();
  }
  const database = openDatabase(join(places.folder, 'journal.db'), journalMigrations);
  expect(database.all('SELECT path FROM uploads WHERE path = ?', inside)).toEqual([]);
  database.close();
});

test('a folder Electron only made, or that was only locked, is nothing to move', async () => {
  const { places, former } = await windows();
  await mkdir(join(former, 'Crashpad'), { recursive: true });
  await writeFile(join(former, 'lock.db'), '');
  const place = settleData(places);
  expect(place).toEqual({ ...places, unused: null, problem: null, own: true, moved: false, tookMs: 0 });
  const { log, lines } = collectedLog();
  logMove(place, log);
  expect(lines).toEqual([]);
  expect(await readdir(former)).toEqual(['Crashpad', 'lock.db']);
});

test('where both places hold data, the person is told of the one that is not used', async () => {
  const { places, former } = await windows();
  for (const folder of [places.folder, former]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'settings.json'), '{}');
  }
  expect(settleData(places)).toMatchObject({ folder: places.folder, unused: former });
  const { issues, unusedData } = createSystemIssues(collectedLog().log);
  unusedData(former);
  expect(inEnglish(issues.view().kept)).toEqual([
    { what: 'unused-data', path: former, message: expect.stringContaining(former) },
  ]);
});

test('a start while another Slipway copies the data waits until they are there, but not for ever', async () => {
  const { places, former } = await windows();
  const moving = `${former}.moving`;
  await mkdir(moving, { recursive: true });
  await writeFile(join(moving, 'settings.json'), '{}');
  const copying = lockFolder(moving);
  let pauses = 0;
  const pause = (): void => {
    pauses += 1;
    if (pauses === 5) copying.release();
  };
  expect(() => settleDataOnceMoved(places, pause, 2)).toThrow(expect.objectContaining({ code: 'lock/held' }));
  expect(pauses).toBe(2);
  expect(settleDataOnceMoved(places, pause, 5)).toMatchObject({ folder: places.folder, moved: true });
  expect(pauses).toBe(5);
});
