/** Slipway starts with damaged files: no build is lost or sent twice, and watched folders are not touched. */
import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../main/base/database/database.ts';
import { builtInAccountId } from '../../main/core/service/built-in-account.ts';
import type { Core } from '../../main/core.ts';
import { messageOf } from '../../main/messages/message.ts';
import type { FolderInput } from '../../main/settings/folder-rule.ts';
import { memorySecrets, type SecretStore } from '../../main/settings/secrets.ts';
import { noRecipients } from '../../main/settings/settings-schema.ts';
import { createJournal, journalMigrations } from '../../main/uploads/journal/journal.ts';
import { seenFilesMigrations } from '../../main/watcher/seen/seen-files.ts';
import { freshFolders, openCore, upload, writeBuild } from '../contract/core/core-world.ts';
import { inEnglish } from '../english.ts';
import { sampleRecord } from '../unit/uploads/samples.ts';
import { addToTally, everything } from './tally.ts';

const megabyte = 1024 * 1024;

/** Ways to damage a file. Tests do not apply them to SQLite's -wal and -shm files. */
const damages = {
  garbage: async (path: string) => {
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
    await writeFile(path, bytes);
  },
  'cut off': async (path: string) => truncate(path, Math.floor((await readFile(path)).length / 2)),
  'zeros in the middle': async (path: string) => {
    const bytes = await readFile(path);
    const third = Math.floor(bytes.length / 3);
    await writeFile(path, bytes.fill(0, third, Math.min(third + megabyte, bytes.length - third)));
  },
  'wrong beginning': async (path: string) => {
    const bytes = await readFile(path);
    bytes.write('not what it was', 0, 'latin1');
    await writeFile(path, bytes);
  },
  empty: (path: string) => truncate(path, 0),
  'replaced by a folder': async (path: string) => {
    await rm(path);
    await mkdir(path);
    await writeFile(join(path, 'somebody.txt'), 'put this here');
  },
} as const satisfies Record<string, (path: string) => Promise<void>>;

type Damage = keyof typeof damages;

const recipients = { ...noRecipients, emails: ['ada@example.test'] };

function rule(path: string, changes: Partial<FolderInput> = {}): FolderInput {
  return {
    path,
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients,
    sendAnyway: false,
    existingBuilds: 'none',
    ...changes,
  };
}

type Slipway = {
  readonly dataDir: string;
  readonly builds: string;
  readonly secrets: SecretStore;
  open(): Promise<{ readonly core: Core; close(): Promise<void> }>;
};

async function slipway(): Promise<Slipway> {
  const { dataDir, builds } = await freshFolders();
  const secrets = memorySecrets();
  return { dataDir, builds, secrets, open: () => openCore(dataDir, secrets) };
}

/** Resolves with the state of a build's upload once it has finished. */
async function finishedState(core: Core, name: string): Promise<string> {
  const { state } = await upload(
    core,
    (view) => view.fileName === name && ['done', 'already-there', 'failed'].includes(view.state),
  );
  return state;
}

/** Returns the sorted versions on the service and the number of messages. */
async function delivered(core: Core): Promise<{ versions: readonly string[]; messages: number }> {
  const applications = await core.apps.list({ accountId: builtInAccountId });
  const whole = await Promise.all(
    applications.map(({ id }) => core.apps.get({ accountId: builtInAccountId, applicationId: id })),
  );
  await core.service.service().idle();
  return {
    versions: whole
      .flatMap(({ profiles }) =>
        profiles.map(({ version, isActive }) => `${version}${isActive ? '' : ' inactive'}`),
      )
      .sort(),
    messages: (await core.service.service().outbox.list()).length,
  };
}

const asideOf = async (dataDir: string, name: string): Promise<readonly string[]> =>
  (await readdir(dataDir))
    .filter((each) => each.startsWith(`${name}.damaged-`) && !/-(wal|shm)$/.test(each))
    .sort();

/** Delivers two builds and leaves two more paused in the queue. */
async function withTwoOutAndTwoWaiting(world: Slipway): Promise<void> {
  const { core, close } = await world.open();
  await core.service.start();
  await writeBuild(world.builds, 'before.apk', 90);
  await core.folders.add(rule(world.builds));
  for (const number of [1, 2]) {
    await writeBuild(world.builds, `${number}.apk`, number);
    expect(await finishedState(core, `${number}.apk`)).toBe('done');
  }
  core.uploads.pause();
  for (const number of [3, 4]) {
    await writeBuild(world.builds, `${number}.apk`, number);
    await upload(core, (view) => view.fileName === `${number}.apk` && view.state === 'paused');
  }
  await close();
}

const everythingOnce = { versions: ['1.1', '1.2', '1.3', '1.4'], messages: 4 };

/** Returns the kinds of damage to test: all of them, or in a short run only `short`. */
const kinds = (...short: readonly Damage[]): readonly Damage[] =>
  everything ? (Object.keys(damages) as readonly Damage[]) : short;

test.each(kinds('garbage', 'zeros in the middle', 'replaced by a folder'))(
  'a damaged journal causes no lost or repeated build: %s',
  async (damage) => {
    const world = await slipway();
    await withTwoOutAndTwoWaiting(world);
    await damages[damage](join(world.dataDir, 'journal.db'));
    const { core } = await world.open();
    core.uploads.resume();
    for (const name of ['3.apk', '4.apk']) expect(await finishedState(core, name)).toBe('done');
    expect(await delivered(core)).toEqual(everythingOnce);
    const [aside] = await asideOf(world.dataDir, 'journal');
    expect(aside).toMatch(/^journal\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);
    expect(inEnglish(core.issues.view().quarantined)).toMatchObject([
      {
        what: 'journal',
        path: join(world.dataDir, aside ?? ''),
        message: expect.stringContaining(aside ?? ''),
      },
    ]);
    const again = { accountId: builtInAccountId, area: 'testingdist' as const, activate: true, recipients };
    const [view] = await core.uploads.add({ ...again, paths: [join(world.builds, '1.apk')] });
    expect(
      (await upload(core, ({ id, state }) => id === view?.id && state !== 'queued' && state !== 'uploading'))
        .state,
    ).toBe('already-there');
    expect(await delivered(core)).toEqual(everythingOnce);
    expect((await readdir(world.builds)).sort()).toEqual(['1.apk', '2.apk', '3.apk', '4.apk', 'before.apk']);
  },
);

describe('a missing journal', () => {
  const remove = (world: Slipway): Promise<void> => rm(join(world.dataDir, 'journal.db'));

  /** Watches a folder with existing builds and delivers them. */
  async function watched(world: Slipway, core: Core, count: number): Promise<void> {
    await core.service.start();
    for (let number = 1; number <= count; number += 1)
      await writeBuild(world.builds, `${number}.apk`, number);
    await core.folders.add(rule(world.builds, { existingBuilds: 'all' }));
    for (let number = 1; number <= count; number += 1)
      expect(await finishedState(core, `${number}.apk`)).toBe('done');
  }

  async function expectOnce(core: Core, count: number): Promise<void> {
    const { versions, messages } = await delivered(core);
    const lost = count - new Set(versions).size;
    addToTally({ builds: count, lost, duplicated: versions.length - new Set(versions).size });
    expect([lost, versions.length, messages]).toEqual([0, count, count]);
  }

  test.each([
    ['journal only', []],
    ['journal and seen files', ['seen-files.db']],
    ['journal, seen files and icons', ['seen-files.db', 'icons']],
  ])('causes no second upload: %s', async (_, others) => {
    const world = await slipway();
    const first = await world.open();
    await watched(world, first.core, 4);
    await first.close();
    await remove(world);
    for (const name of others) await rm(join(world.dataDir, name), { recursive: true });
    const { core } = await world.open();
    await writeBuild(world.builds, '5.apk', 5);
    expect(await finishedState(core, '5.apk')).toBe('done');
    const files = ['1.apk', '2.apk', '3.apk', '4.apk'];
    const again = { accountId: builtInAccountId, area: 'testingdist' as const, activate: true, recipients };
    await core.uploads.add({ ...again, paths: files.map((name) => join(world.builds, name)) });
    for (const name of files) expect(await finishedState(core, name)).toBe('already-there');
    await expectOnce(core, 5);
    expect(inEnglish(core.issues.view().quarantined)).toMatchObject([
      { what: 'journal', message: expect.stringContaining('The upload journal is missing.') },
    ]);
  });

  test('causes no second upload if it was removed while Slipway ran', async () => {
    const world = await slipway();
    const first = await world.open();
    await watched(world, first.core, 2);
    await remove(world);
    await writeBuild(world.builds, '3.apk', 3);
    expect(await finishedState(first.core, '3.apk')).toBe('done');
    await first.close();
    await rm(join(world.dataDir, 'seen-files.db'));
    const { core } = await world.open();
    for (const name of ['1.apk', '2.apk', '3.apk'])
      expect(await finishedState(core, name)).toBe('already-there');
    await expectOnce(core, 3);
  });

  test('is not reported for an empty data folder', async () => {
    const { core } = await (await slipway()).open();
    expect(core.issues.view().quarantined).toEqual([]);
  });
});

test.each(kinds('cut off'))(
  'a damaged seen-files.db causes no lost or repeated build: %s',
  async (damage) => {
    const world = await slipway();
    await withTwoOutAndTwoWaiting(world);
    await writeBuild(world.builds, '5.apk', 5);
    await damages[damage](join(world.dataDir, 'seen-files.db'));
    const { core } = await world.open();
    core.uploads.resume();
    for (const name of ['3.apk', '4.apk', '5.apk']) expect(await finishedState(core, name)).toBe('done');
    expect(await delivered(core)).toEqual({ versions: ['1.1', '1.2', '1.3', '1.4', '1.5'], messages: 5 });
    expect(core.uploads.list()).toHaveLength(5);
    expect(inEnglish(core.issues.view().quarantined)).toMatchObject([{ what: 'seen-files' }]);
    expect(await asideOf(world.dataDir, 'seen-files')).toHaveLength(1);
  },
);

test('damage to journal and seen-files.db causes no lost or repeated build', async () => {
  const world = await slipway();
  await withTwoOutAndTwoWaiting(world);
  for (const name of ['journal.db', 'seen-files.db']) await damages.garbage(join(world.dataDir, name));
  const { core } = await world.open();
  for (const name of ['1.apk', '2.apk']) expect(await finishedState(core, name)).toBe('already-there');
  for (const name of ['3.apk', '4.apk']) expect(await finishedState(core, name)).toBe('done');
  expect(await delivered(core)).toEqual(everythingOnce);
});

test('a build uploaded before its records were damaged is only activated', async () => {
  const world = await slipway();
  const first = await world.open();
  await first.core.service.start();
  const folder = await first.core.folders.add(
    rule(world.builds, { activate: false, recipients: noRecipients }),
  );
  await writeBuild(world.builds, '1.apk', 1);
  expect(await finishedState(first.core, '1.apk')).toBe('done');
  await first.core.folders.update({ ...rule(world.builds), id: folder.id });
  await first.close();
  const seen = openDatabase(join(world.dataDir, 'seen-files.db'), seenFilesMigrations);
  seen.run('UPDATE seen_file SET completed = 0');
  seen.close();
  await damages.garbage(join(world.dataDir, 'journal.db'));
  const { core } = await world.open();
  const done = await upload(core, (view) => view.state === 'done');
  expect(inEnglish(done.notes).join()).toContain('The same bytes were already on the service');
  expect(done.timeline.map(({ event }) => event)).not.toContain('uploading');
  expect(await delivered(core)).toEqual({ versions: ['1.1'], messages: 1 });
});

test('damage in the middle of a large journal is detected when it is read', async () => {
  const world = await slipway();
  await withTwoOutAndTwoWaiting(world);
  const path = join(world.dataDir, 'journal.db');
  const database = openDatabase(path, journalMigrations);
  const journal = createJournal(database);
  database.transaction(() => {
    for (let number = 1; number <= 2_000; number += 1) {
      const finishedAt = number;
      const machine = { kind: 'cancelled', step: 'choose', plan: { activate: true, send: true } } as const;
      const notes = [messageOf('note/notMoved', { reason: 'n'.repeat(1_000) })];
      journal.save(sampleRecord({ id: `old-${number}`, position: 100 + number, machine, finishedAt, notes }));
    }
  });
  database.close();
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2 / 4_096) * 4_096;
  await writeFile(path, bytes.fill(0, middle, middle + 40 * 4_096));
  const { core } = await world.open();
  let seen = 0;
  for await (const part of core.uploads.exportHistory('json', {})) seen += part.split('"id"').length - 1;
  const { total } = core.uploads.history({ limit: 1 });
  expect(total).toBeGreaterThan(1_800);
  expect(total).toBeLessThan(2_004);
  expect(seen).toBeGreaterThan(0);
  expect(inEnglish(core.issues.view().quarantined)).toMatchObject([{ what: 'journal' }]);
  core.uploads.resume();
  for (const name of ['3.apk', '4.apk']) expect(await finishedState(core, name)).toBe('done');
  expect(await delivered(core)).toEqual(everythingOnce);
});

const settingsDamages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ...kinds('empty', 'wrong beginning').map((name) => [name, damages[name]] as const),
  ...['[]', 'null', '7', '{"accounts": "none"}', '\uFEFF{', '{"folders": [{}]}'].map(
    (text) => [text, (path: string) => writeFile(path, text)] as const,
  ),
];

test.each(settingsDamages)('damaged settings are quarantined: %s', async (_, damage) => {
  const world = await slipway();
  const first = await world.open();
  await writeBuild(world.builds, 'before.apk', 1);
  await first.core.service.start();
  await first.core.folders.add(rule(world.builds));
  await first.close();
  await damage(join(world.dataDir, 'settings.json'));
  const { core } = await world.open();
  expect(core.folders.list()).toEqual([]);
  expect(inEnglish(core.issues.view().quarantined)).toMatchObject([
    { what: 'settings', message: expect.stringContaining('settings.json.damaged-') },
  ]);
  expect(await asideOf(world.dataDir, 'settings.json')).toHaveLength(1);
  expect(await readdir(world.builds)).toEqual(['before.apk']);
  core.settings.update((now) => ({ ...now, parallelUploads: 3 }));
  expect(JSON.parse(await readFile(join(world.dataDir, 'settings.json'), 'utf8'))).toMatchObject({
    parallelUploads: 3,
  });
});

test.each([
  ['journal.db', journalMigrations],
  ['seen-files.db', seenFilesMigrations],
])('%s of a newer Slipway version is rejected but not quarantined', async (name, migrations) => {
  const world = await slipway();
  const path = join(world.dataDir, name);
  openDatabase(path, [...migrations, 'SELECT 1']).close();
  await utimes(path, 1, 1);
  await expect(world.open()).rejects.toMatchObject({ code: 'database/newer' });
  expect(await asideOf(world.dataDir, basename(name, '.db'))).toEqual([]);
});
