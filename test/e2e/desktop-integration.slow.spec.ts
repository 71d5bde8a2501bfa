/** Desktop features: recent folders and files, the about panel, crash reports. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Application, startApplication } from './application.ts';
import { build, namesOf, serviceAccount } from './desktop-world.ts';
import { callMain, expect, test } from './fixtures.ts';

const dialogs = async (application: Application) => (await application.snapshot()).dialogs;
const lastDefault = async (application: Application) =>
  ((await dialogs(application)).at(-1)?.options as { defaultPath?: string } | undefined)?.defaultPath;

async function chooseFolder(application: Application, path: string | null): Promise<void> {
  const answer = path === null ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [path] };
  await application.call('answerDialog', { answer });
  expect(await callMain(application.page, 'folders.choose', {})).toEqual({ ok: true, value: path });
}

async function chooseBuild(application: Application, path: string): Promise<void> {
  await application.call('answerDialog', { answer: { canceled: false, filePaths: [path] } });
  await application.call('clickMenu', { where: 'tray', path: ['Upload a build…'] });
}

test('each type of dialog opens in the folder that it last used', async ({ folder }) => {
  const projects = join(folder, 'projects');
  await mkdir(join(projects, 'outputs'), { recursive: true });
  const userData = join(folder, 'data');
  const first = await startApplication({ userData });
  try {
    await chooseFolder(first, join(projects, 'outputs'));
    expect(await lastDefault(first)).toBeUndefined();
    await serviceAccount(first);
    await chooseBuild(first, await build(first));
    await expect.poll(() => namesOf(first)).toHaveLength(1);
    expect(await lastDefault(first), 'another kind of dialog').toBeUndefined();
    await chooseFolder(first, null);
    expect(await lastDefault(first)).toBe(projects);
  } finally {
    await first.stop();
  }
  const second = await startApplication({ userData });
  try {
    await chooseFolder(second, null);
    expect(await lastDefault(second)).toBe(projects);
    await rm(projects, { recursive: true });
    await chooseFolder(second, null);
    expect(await lastDefault(second)).toBeUndefined();
  } finally {
    await second.stop();
  }
});

test('opened builds are listed as recent files until the history is cleared', async ({ application }) => {
  const recent = async () => (await application.snapshot()).recentDocuments;
  const opened = await build(application, 1);
  await application.call('openFile', { path: opened });
  await expect.poll(async () => (await dialogs(application)).length).toBe(1);
  expect(await recent(), 'there is no account').toEqual([]);
  await serviceAccount(application);
  await application.call('openFile', { path: opened });
  await expect.poll(recent).toEqual([opened]);
  const chosen = await build(application, 2);
  await chooseBuild(application, chosen);
  await expect.poll(recent).toEqual([chosen, opened]);
  await callMain(application.page, 'settings.set', { historyEntries: 0 } as never);
  await expect.poll(recent).toEqual([]);
});

test('the about panel shows name, version and licence', async ({ application }) => {
  const manifest = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string };
  await expect
    .poll(async () => (await application.snapshot()).aboutPanel)
    .toMatchObject({
      applicationName: 'Slipway',
      applicationVersion: manifest.version,
      copyright: 'MIT license',
    });
});

test('a crash report is stored locally and listed in the support file', async ({ folder }) => {
  const crashed = await startApplication({ userData: folder });
  try {
    await crashed.call('crashPage', {});
    await expect.poll(async () => (await crashed.snapshot()).windows[0]?.url).toBe('app://slipway/');
  } finally {
    await crashed.stop();
  }
  const application = await startApplication({ userData: folder });
  try {
    const written = await callMain(application.page, 'diagnostics.export', {});
    if (!written.ok) throw new Error(written.message);
    expect(JSON.parse(await readFile(written.value, 'utf8'))).toMatchObject({
      crashReports: {
        folder: join(folder, 'Crashpad'),
        files: [{ file: expect.stringMatching(/\.dmp$/), bytes: 4 }],
      },
    });
  } finally {
    await application.stop();
  }
});

test('a page that hangs for half a minute can be reloaded', async ({ application }) => {
  await application.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
  await application.call('hangPage', {});
  await expect
    .poll(() => dialogs(application), { timeout: 60_000 })
    .toMatchObject([{ kind: 'message', options: { buttons: ['Wait', 'Reload'] } }]);
  await expect.poll(application.output).toContain('The page ended unexpectedly');
  await expect
    .poll(async () => (await application.snapshot()).windows[0])
    .toMatchObject({ visible: true, url: 'app://slipway/' });
});
