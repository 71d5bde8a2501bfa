/** The window when its page fails, and the position of the window. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Started, startProcess } from './application.ts';
import { expect, test } from './fixtures.ts';

const windowOf = async (started: Started) => (await started.snapshot()).windows[0];
/** Long enough for a busy computer. */
const maxStart = { timeout: 30_000 };
const dialogsOf = async (started: Started) => (await started.snapshot()).dialogs;

async function withProcess(
  environment: Readonly<Record<string, string>>,
  work: (started: Started) => Promise<void>,
): Promise<void> {
  const started = await startProcess({ environment });
  try {
    await work(started);
  } finally {
    await started.stop();
  }
}

test('a page load that fails once is retried without a dialog', async () => {
  await withProcess({ ELECTRON_DOUBLE_FAILED_LOADS: '1' }, async (started) => {
    await expect.poll(async () => (await windowOf(started))?.visible, maxStart).toBe(true);
    expect(await dialogsOf(started)).toEqual([]);
  });
});

test('a page that cannot load is reported and reloaded on request', async () => {
  await withProcess({ ELECTRON_DOUBLE_FAILED_LOADS: '3' }, async (started) => {
    await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
    const asked = [{ options: { buttons: ['Try again', 'Not now'] } }];
    await expect.poll(() => dialogsOf(started), maxStart).toMatchObject(asked);
    expect(await windowOf(started)).toMatchObject({ visible: false });
    await started.call('clickTray', {});
    await expect.poll(async () => (await windowOf(started))?.visible).toBe(true);
  });
});

test('a crashed page is reloaded three times a minute, then on request', async () => {
  await withProcess({}, async (started) => {
    const url = async () => (await windowOf(started))?.url;
    await expect.poll(async () => (await windowOf(started))?.visible, maxStart).toBe(true);
    await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
    for (let crash = 1; crash <= 3; crash += 1) {
      await started.call('crashPage', {});
      await expect.poll(url).toBe('app://slipway/');
    }
    expect(await dialogsOf(started)).toEqual([]);
    await started.call('crashPage', {});
    await expect.poll(() => dialogsOf(started)).toHaveLength(1);
    expect(await windowOf(started)).toMatchObject({ visible: false });
    await started.call('clickTray', {});
    await expect.poll(() => windowOf(started)).toMatchObject({ visible: true, url: 'app://slipway/' });
  });
});

test('a window is shown maximised again once its page is loaded', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-'));
  try {
    const bounds = { x: 10, y: 10, width: 900, height: 700, maximized: true };
    await writeFile(join(userData, 'window.json'), JSON.stringify({ bounds }));
    const environment = { ELECTRON_DOUBLE_FAILED_LOADS: '3' };
    const started = await startProcess({ userData, environment });
    try {
      await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
      await expect.poll(() => dialogsOf(started), maxStart).toHaveLength(1);
      expect(await windowOf(started)).toMatchObject({ visible: false });
      await started.call('clickTray', {});
      await expect.poll(() => windowOf(started)).toMatchObject({ visible: true, maximized: true });
    } finally {
      await started.stop();
    }
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
});
