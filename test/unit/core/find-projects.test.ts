import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { findProjects } from '../../../main/core/folders/find-projects.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

async function homeWith(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return home;
}

const find = (home: string) => findProjects({ home, clock: systemClock, log: collectedLog().log });

test('findProjects lists the most recently used project first with presets', async () => {
  const home = await homeWith({
    'Projects/field-notes/pubspec.yaml': 'name: notes\nflutter:\n  uses-material-design: true\n',
    'dev/harbour/package.json': '{"dependencies":{"react-native":"0.80.0"}}',
    'dev/website/package.json': '{"dependencies":{"react":"19.0.0"}}',
    'dev/notes.txt': '',
    'dev/.hidden/pubspec.yaml': 'flutter:\n',
    'Documents/private/pubspec.yaml': 'flutter:\n',
  });
  const at = new Date(Date.UTC(2026, 10, 20));
  await utimes(join(home, 'Projects', 'field-notes'), at, at);
  const found = await find(home);
  expect(found.map(({ name, path, displayPath }) => [name, path, displayPath])).toEqual([
    ['harbour', join(home, 'dev', 'harbour'), join('~', 'dev', 'harbour')],
    ['field-notes', join(home, 'Projects', 'field-notes'), join('~', 'Projects', 'field-notes')],
  ]);
  expect(found.map(({ presets }) => presets.map(({ kind }) => kind))).toEqual([
    ['react-native', 'react-native'],
    ['flutter', 'flutter'],
  ]);
});

test('findProjects returns nothing for an empty or missing home folder', async () => {
  const home = await temporaryFolder();
  expect(await find(home)).toEqual([]);
  expect(await find(join(home, 'nowhere'))).toEqual([]);
});

test('findProjects returns at most 12 projects and follows no links', async () => {
  const many = Array.from({ length: 30 }, (_, index) => [`src/app-${index}/pubspec.yaml`, 'flutter:\n']);
  const home = await homeWith(Object.fromEntries(many));
  await symlink(join(home, 'src', 'app-1'), join(home, 'src', 'again'));
  const found = await find(home);
  expect(found).toHaveLength(12);
  expect(found.map(({ name }) => name)).not.toContain('again');
});

test('findProjects returns partial results after its time limit', async () => {
  const clock = createFakeClock();
  const home = await homeWith({ 'src/app/pubspec.yaml': 'flutter:\n' });
  const finding = findProjects({ home, clock, log: collectedLog().log });
  await clock.advance(3_000);
  expect((await finding).length).toBeLessThanOrEqual(1);
  expect(clock.pending()).toBe(0);
});
