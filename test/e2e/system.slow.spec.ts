/** Reactions to the system when it quits the application, refuses notifications, or minimises the window. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApplication } from './application.ts';
import { add, build, notices } from './desktop-world.ts';
import { expect, onBoth, test } from './fixtures.ts';

test('a maximised window that is minimised at Quit is maximised again', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-'));
  const windowFile = join(userData, 'window.json');
  const bounds = { x: 10, y: 10, width: 900, height: 700, maximized: true };
  const rememberedAfter = async (minimized: boolean): Promise<unknown> => {
    await writeFile(windowFile, JSON.stringify({ bounds }));
    const application = await startApplication({ userData });
    const shown = async () => (await application.snapshot()).windows[0];
    try {
      expect(await shown()).toMatchObject({ maximized: true });
      if (minimized) await application.call('minimizeWindow', {});
      await expect.poll(shown).toMatchObject({ minimized });
    } finally {
      await application.stop();
    }
    return (JSON.parse(await readFile(windowFile, 'utf8')) as { bounds: unknown }).bounds;
  };
  try {
    expect(await rememberedAfter(false)).toEqual(bounds);
    expect(await rememberedAfter(true)).toEqual(bounds);
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
});

test('Slipway stops cleanly on SIGTERM', onBoth, async ({ application }) => {
  test.skip(process.platform === 'win32', 'Windows asks windows');
  application.process.kill('SIGTERM');
  expect(await application.ended()).toBe(0);
  expect(application.output()).toContain('Slipway has stopped');
});

test('Quit in the menu bar quits Slipway', async ({ application }) => {
  await application.call('clickMenu', { where: 'application', path: ['File', 'Quit'] });
  expect(await application.ended()).toBe(0);
  expect(application.output()).toContain('Slipway has stopped');
});

test('refused notifications do not stop Slipway', async () => {
  const application = await startApplication({ environment: { ELECTRON_DOUBLE_NOTIFICATIONS: 'refused' } });
  try {
    await add(application, [await build(application)]);
    await expect.poll(application.output).toContain('Could not show a notification');
    expect((await notices(application)).map(({ state }) => state)).toEqual(['made']);
  } finally {
    await application.stop();
  }
});

test('the page is denied clipboard and notifications', onBoth, async ({ application }) => {
  const answers = await application.page.evaluate(async () => {
    const read = await navigator.clipboard.readText().catch((error: Error) => error.name);
    const name = 'notifications' as const;
    return [
      read,
      (await navigator.permissions.query({ name })).state,
      await Notification.requestPermission(),
    ];
  });
  expect(answers).toEqual(['NotAllowedError', 'denied', 'denied']);
  expect(application.output()).toContain('Denied a permission {"permission":"clipboard-read"}');
});

test('the page cannot access the isolated world of the preload script', onBoth, async ({ application }) => {
  const found = await application.page.evaluate(() => {
    const { slipway } = globalThis as unknown as { slipway: Record<string, object> };
    const symbols = [...Object.getOwnPropertySymbols(globalThis), ...Object.getOwnPropertySymbols(document)];
    return {
      names: Object.getOwnPropertyNames(globalThis).filter((name) => /electron/i.test(name)),
      symbols: symbols.map(String),
      own: Object.values(slipway).every((call) => Object.getPrototypeOf(call) === Function.prototype),
    };
  });
  expect(found).toEqual({ names: [], symbols: [], own: true });
});
