/** Settings apply at once and are stored. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openForwardProxy } from '../fakes/forward-proxy.ts';
import { startApplication } from './application.ts';
import { everywhere, expect, onBoth, type PageWindow, tabIsEnough, test } from './fixtures.ts';
import { newerProgram, openUpdateFeed } from './update-feed.ts';
import { addService, openSection, useBuiltIn } from './user-actions.ts';

test('accounts can be selected, tested, edited and removed', tabIsEnough, async ({ slipway, service }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const { url, user } = service;
  await addService(page, { url, user, name: 'Work' });
  await openSection(page, 'Accounts');
  const cards = page.getByRole('main').getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  const work = cards.filter({ hasText: 'Work' });
  await expect(cards.filter({ hasText: 'Built-in service' })).toContainText('In use');
  await expect(work).toContainText(`${user.userName} at ${new URL(url).host}`);
  await work.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(work).toContainText('In use');
  await work.getByRole('button', { name: 'Test connection' }).click();
  await expect(work).toContainText('Everything works');

  await work.getByRole('button', { name: 'Actions for Work' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Work, new name');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(cards.filter({ hasText: 'Work, new name' })).toContainText('Signed in');

  await service.stop();
  await work.getByRole('button', { name: 'Test connection' }).click();
  await expect(work.getByRole('alert')).toContainText('Nothing is listening at this address');
  await work.getByRole('button', { name: 'Actions for Work, new name' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('In use');
});

test('the account dialog warns about unencrypted addresses', tabIsEnough, async ({ dataDir, start }) => {
  const account = {
    ...{ id: 'open', name: 'Work', kind: 'remote', userName: 'ann', clientId: 'ci', scope: 'distribution' },
    ...{ authUrl: 'http://192.0.2.7:8080', baseUrl: 'https://api.example.org', mode: 'plain' },
    ...{ vendor: 'slipway', installLinkTemplate: null },
  };
  const settings = { accounts: [account], activeAccountId: 'open', onboarding: 'done' };
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const { page } = await start();
  await page.getByRole('button', { name: 'Not encrypted: Work' }).click();
  const dialog = page.getByRole('dialog');
  const notice = dialog.getByText('is not encrypted (http)');
  await expect(notice).toContainText('192.0.2.7:8080');
  await dialog.getByLabel('Sign-in address').fill('https://auth.example.org');
  await expect(notice).toBeHidden();
  await dialog.getByLabel('Service address').fill('http://api.example.org');
  await expect(notice).toContainText('api.example.org');
  await dialog.getByLabel('Service address').fill('http://localhost:5000');
  await expect(notice).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openSection(page, 'Accounts');
  const cards = page.getByRole('main').getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await expect(cards).toContainText('The connection to 192.0.2.7:8080 is not encrypted (http)');
});

test(
  'network fields are validated and saved one at a time',
  tabIsEnough,
  async ({ slipway, dataDir, service }) => {
    const { page } = slipway;
    const proxy = await openForwardProxy({
      port: Number(new URL(service.url).port),
      signIn: 'builder:word-1',
    });
    const main = page.getByRole('main');
    const url = main.getByLabel('Address of the proxy');
    const limit = main.getByLabel('Limit in MB/s');
    const leave = (): Promise<void> => page.keyboard.press('Tab');
    const stored = async () => JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')).network;
    const check = async (): Promise<void> => {
      await main.getByLabel('Address', { exact: true }).fill('http://hidden.invalid/');
      await main.getByRole('button', { name: 'Check', exact: true }).click();
    };
    try {
      await openSection(page, 'Network');
      await main.getByText('Advanced').click();
      await main.getByLabel('How services are reached').selectOption('Through this proxy');
      await expect(main.getByText('Applies as soon as the address of the proxy is entered.')).toBeVisible();
      await url.fill('socks5://proxy.example');
      await leave();
      await expect(url).toHaveAccessibleDescription(/SOCKS proxies are not supported/);
      await limit.fill('fast');
      await leave();
      await expect(limit).toHaveAccessibleDescription(/Enter a number, such as 2\.5\./);
      await limit.fill('2.5');
      await leave();
      // Retries, because the file is created only when the first value is stored.
      await expect(async () => {
        expect(await stored(), 'an invalid field does not block others').toMatchObject({
          bytesPerSecond: 2_500_000,
          proxy: { mode: 'system', url: null },
        });
      }).toPass();
      await expect(main.getByText('What is marked above was not saved')).toBeVisible();
      await url.fill(proxy.url);
      await leave();
      await main.getByLabel('User name').fill('builder');
      await leave();
      await main.getByLabel('Password', { exact: true }).fill('word-1');
      await main.getByLabel('Password', { exact: true }).press('Enter');
      await expect(main.getByText('Leave empty to keep the saved one')).toBeVisible();
      await expect(main.getByText('What is marked above was not saved')).toBeHidden();
      await main.getByRole('button', { name: 'Add hours' }).click();
      await main.getByRole('button', { name: 'Sat' }).click();
      await main.getByLabel('From', { exact: true }).fill('7:30 am');
      await leave();
      await expect(async () => {
        expect(await stored()).toMatchObject({ schedule: [{ from: '07:30' }] });
      }).toPass();
      await check();
      await expect(main.getByText(`was reached through the proxy ${proxy.host}`)).toBeVisible();

      await url.fill('elsewhere.invalid:1');
      await leave();
      await expect(
        main.getByLabel('Password', { exact: true }),
        'it belongs to another proxy',
      ).toHaveAccessibleDescription(/Enter the password of the proxy again/);
      await openSection(page, 'Uploads');
      await openSection(page, 'Network');
      const fields = async () => ({ limit: await limit.inputValue(), url: await url.inputValue() });
      await expect.poll(fields).toEqual({ limit: '2.5', url: proxy.url });
      const advanced = main.getByText('Advanced');
      await expect(advanced.locator('..')).toContainText('Other limits at certain hours');
      await advanced.click();
      await expect(main.getByRole('button', { name: 'Sat' })).toHaveAttribute('aria-pressed', 'true');
      const file = await readFile(join(dataDir, 'settings.json'), 'utf8');
      expect({ ...JSON.parse(file).network, hasPassword: file.includes('word-1') }).toMatchObject({
        schedule: [{ bytesPerSecond: 2_500_000 }],
        hasPassword: false,
      });
      await main.getByLabel('How services are reached').selectOption('Directly, without a proxy');
      await check();
      await expect(main.getByRole('alert')).toContainText('The address was not found');
    } finally {
      await proxy.stop();
    }
  },
);

test(
  'appearance and upload settings apply and are saved immediately',
  everywhere,
  async ({ slipway, dataDir }) => {
    const { page } = slipway;
    const root = page.locator('html');
    await openSection(page, 'Appearance and language');
    const theme = page.getByRole('group', { name: 'Theme' });
    await theme.getByText('Dark').click();
    await expect(root).toHaveAttribute('data-appearance', 'dark');
    await openSection(page, 'Accessibility');
    await page.getByRole('switch', { name: 'High contrast' }).click();
    await expect(root).toHaveAttribute('data-contrast', 'more');
    expect(await root.evaluate((element) => getComputedStyle(element).getPropertyValue('color-scheme'))).toBe(
      'dark',
    );
    await openSection(page, 'Notifications');
    await page.getByRole('switch', { name: 'A build is out' }).click();
    await openSection(page, 'Uploads');
    await page.getByLabel('Uploads at once, per account').selectOption('4');
    await page.getByLabel('Finished uploads kept in the history').selectOption('1,000');
    const savedSettings = async () => JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
    await expect.poll(savedSettings).toMatchObject({
      appearance: 'dark',
      contrast: 'more',
      notificationKinds: { uploaded: false, failed: true, questions: true },
      parallelUploads: 4,
      historyEntries: 1_000,
    });
    await expect(root).toHaveAttribute('data-appearance', 'dark');
    await expect(page.getByLabel('Uploads at once, per account')).toHaveValue('4');
    await openSection(page, 'Appearance and language');
    await theme.getByText('Same as the system').click();
    await expect(root).not.toHaveAttribute('data-appearance');
  },
);

test('unavailable start and update settings show the reason', everywhere, async ({ slipway }) => {
  const { page } = slipway;
  await openSection(page, 'Startup and updates');
  await expect(page.getByText('Start with the computer', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Slipway \d/)).toBeVisible();
  await expect(page.getByText('Not available here: only the installed app')).toHaveCount(1);
});

/** Returns a function that reads all states of updates since `followUpdates` was called. */
async function followUpdates(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const states: string[] = [];
    Object.assign(globalThis, { states });
    (globalThis as unknown as PageWindow).slipway.on('updates.changed', ({ state }) => {
      if (states.at(-1) !== state) states.push(state);
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { states: string[] }).states);
}

async function startInstalled(folder: string) {
  const feed = await openUpdateFeed(folder);
  const environment = { ...feed.environment, XDG_CONFIG_HOME: folder };
  const application = await startApplication({ environment });
  const stop = async (): Promise<void> => {
    await application.stop();
    await feed.stop();
  };
  return { feed, page: application.page, stop };
}

test('the installed program starts at login when the switch is on', async ({ folder }) => {
  const { feed, page, stop } = await startInstalled(folder);
  try {
    await openSection(page, 'Startup and updates');
    const item = page.getByRole('switch', { name: 'Start with the computer' });
    await expect(item).not.toBeChecked();
    await item.click();
    await expect(item).toBeChecked();
    const entry = join(folder, 'autostart', 'slipway.desktop');
    expect(await readFile(entry, 'utf8')).toContain(`\nExec=${feed.running} --hidden\n`);
    await item.click();
    await expect(item).not.toBeChecked();
    expect(await readdir(join(folder, 'autostart'))).toEqual([]);
  } finally {
    await stop();
  }
});

test('the installed program replaces itself with a verified update', async ({ folder }) => {
  const { feed, page, stop } = await startInstalled(folder);
  try {
    await openSection(page, 'Startup and updates');
    const states = await followUpdates(page);
    const updates = page.getByRole('region', { name: 'Updates', exact: true });
    const check = updates.getByRole('button', { name: 'Check for updates' });
    await expect(updates).toContainText('Not checked yet.');
    await check.click();
    await expect(updates).toContainText('Checking for updates…');
    await expect(check).toBeDisabled();
    feed.respond('0.0.1');
    await expect(updates).toContainText('This is the newest version, as of ');
    await check.click();
    feed.respond(500);
    await expect(updates).toContainText('The update could not be downloaded (');
    await expect(updates).toContainText('500');

    await check.click();
    feed.respond('9.0.0', Buffer.from(newerProgram).fill('x'));
    await expect(updates).toContainText(/Slipway 9\.0\.0 is being downloaded: 5\d\s?%/);
    feed.finish();
    await expect(updates).toContainText('sha512 checksum mismatch');

    await check.click();
    feed.respond('9.0.0');
    await expect(updates).toContainText('Slipway 9.0.0 is being downloaded');
    feed.finish();
    await expect(updates).toContainText('Slipway 9.0.0 is ready. It is installed when you quit Slipway.');
    await expect(updates.getByRole('button', { name: 'Restart to install 9.0.0' })).toBeEnabled();
    const download = ['checking', 'available', 'downloading'];
    expect(await states()).toEqual([
      ...['checking', 'current', 'checking', 'failed'],
      ...[...download, 'failed', ...download, 'ready'],
    ]);
    expect(await readFile(feed.running, 'utf8')).toBe('the running Slipway');
  } finally {
    await stop();
  }
  expect(await readFile(feed.running)).toEqual(newerProgram);
});

test('Slipway stops before it restarts into a newer version', async ({ folder, dataDir }) => {
  const feed = await openUpdateFeed(folder);
  const found = join(folder, 'found');
  const environment = { ...feed.environment, NEWER_FINDS: found, NEWER_LOOKS_AT: dataDir };
  const application = await startApplication({ environment, userData: dataDir });
  try {
    await openSection(application.page, 'Startup and updates');
    const updates = application.page.getByRole('region', { name: 'Updates', exact: true });
    await updates.getByRole('button', { name: 'Check for updates' }).click();
    feed.respond('9.0.0');
    feed.finish();
    await updates.getByRole('button', { name: 'Restart to install 9.0.0' }).click();
    expect(await application.ended()).toBe(0);
    await expect.poll(() => readFile(found, 'utf8').catch(() => '')).toContain('Slipway has stopped');
    expect(await readFile(found, 'utf8')).not.toContain('double-instance.lock');
  } finally {
    await application.stop();
    await feed.stop();
  }
});

test('the log and the support file are shown without secrets', everywhere, async ({ slipway, service }) => {
  const { page } = slipway;
  const { url, user } = service;
  await addService(page, { url, user, name: 'Work' });
  await openSection(page, 'Diagnostics');
  await page.getByRole('button', { name: 'Show newest lines' }).click();
  await expect(page.getByRole('region', { name: 'Newest lines of the log' })).toContainText('signed-in');
  await page.getByRole('button', { name: 'Create a support file' }).click();
  await page.getByRole('button', { name: 'Copy path' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await readFile(await slipway.copied(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ versions: { slipway: expect.any(String) } });
  for (const secret of [user.password, user.clientSecret]) expect(text).not.toContain(secret);
});

test('the log opens in the default program of the desktop', onBoth, async ({ application }) => {
  const { page } = application;
  // Creates the first entries of the log.
  await useBuiltIn(page);
  await openSection(page, 'Diagnostics');
  await page.getByRole('button', { name: 'Open the log' }).click();
  await expect
    .poll(async () => (await application.snapshot()).shownPaths)
    .toContainEqual(expect.stringContaining('slipway.log'));
});
