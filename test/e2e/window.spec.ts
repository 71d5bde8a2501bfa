/** The window where its page fails, and where it opens. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Started, startProcess } from './application.ts';
import { expect, test } from './fixtures.ts';

const windowOf = async (started: Started) => (await started.snapshot()).windows[0];
/** On a busy computer. */
const longestStart = { timeout: 30_000 };
const said = async (started: Started) => (await started.snapshot()).dialogs;

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

test('one load that fails is tried again, and nobody is asked', async () => {
  await withProcess({ ELECTRON_DOUBLE_FAILED_LOADS: '1' }, async (started) => {
    await expect.poll(async () => (await windowOf(started))?.visible, longestStart).toBe(true);
    expect(await said(started)).toEqual([]);
  });
});

test('reports a page that cannot load and retries on request', async () => {
  await withProcess({ ELECTRON_DOUBLE_FAILED_LOADS: '3' }, async (started) => {
    await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
    const asked = [{ options: { buttons: ['Retry', 'Not now'] } }];
    await expect.poll(() => said(started), longestStart).toMatchObject(asked);
    expect(await windowOf(started)).toMatchObject({ visible: false });
    await started.call('clickTray', {});
    await expect.poll(async () => (await windowOf(started))?.visible).toBe(true);
  });
});

test('reloads a crashed page three times a minute, then asks', async () => {
  await withProcess({}, async (started) => {
    const url = async () => (await windowOf(started))?.url;
    await expect.poll(async () => (await windowOf(started))?.visible, longestStart).toBe(true);
    await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
    for (let crash = 1; crash <= 3; crash += 1) {
      await started.call('crashPage', {});
      await expect.poll(url).toBe('app://slipway/');
    }
    expect(await said(started)).toEqual([]);
    await started.call('crashPage', {});
    await expect.poll(() => said(started)).toHaveLength(1);
    expect(await windowOf(started)).toMatchObject({ visible: false });
    await started.call('clickTray', {});
    await expect.poll(() => windowOf(started)).toMatchObject({ visible: true, url: 'app://slipway/' });
  });
});

test('restores a maximised window once its page is loaded', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-'));
  try {
    const place = { x: 10, y: 10, width: 900, height: 700, maximized: true };
    await writeFile(join(userData, 'window.json'), JSON.stringify({ place }));
    const environment = { ELECTRON_DOUBLE_FAILED_LOADS: '3' };
    const started = await startProcess({ userData, environment });
    try {
      await started.call('answerDialog', { answer: { response: 1, checkboxChecked: false } });
      await expect.poll(() => said(started), longestStart).toHaveLength(1);
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
