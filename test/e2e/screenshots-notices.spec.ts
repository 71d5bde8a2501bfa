import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, inTab, test } from './fixtures.ts';
import { replaceText } from './json-text.ts';
import { everySize, pictures, take } from './pictures.ts';
import {
  addService,
  goTo,
  openAdvanced,
  openSection,
  openToAnyone,
  rowOf,
  uploadBuild,
  useBuiltIn,
} from './user-actions.ts';
import { sampleApk } from './world.ts';

test('takes screenshots of waiting uploads', inTab, async ({ start, folder, service, connection }) => {
  test.setTimeout(300_000);
  await mkdir(pictures, { recursive: true });
  const uploads = /^POST .*\/profiles(\/\d+\/items)?$/;
  const { page } = await start();
  await addService(page, { url: connection.url, user: service.user, name: 'Work' });
  await openSection(page, 'Uploads');
  await page.locator('main select').first().selectOption('4');
  await goTo(page, 'Uploads');
  const drop = async (name: string, versionName: string, paddingBytes: number): Promise<void> => {
    const id = `org.example.${name.toLowerCase().replaceAll(' ', '')}`;
    await uploadBuild(
      page,
      join(folder, `${name}.apk`),
      sampleApk({ id, label: name, versionName, paddingBytes }),
    );
  };
  const names = ['Inventory and Maintenance of Offshore Installations', 'Harbour Pilot', 'Atlas', 'Ledger'];
  for (const name of names) {
    await drop(name, '1.0', 10_000);
    await expect(rowOf(page, name)).toContainText('Active');
  }
  const [silent = '', working = '', sending = '', looked = ''] = names;
  const again = (name: string) => rowOf(page, name).filter({ hasText: '2.0' });
  connection.fault(uploads, { kind: 'stall', side: 'answer', after: 0 });
  await drop(working, '2.0', 20_000_000);
  await expect(again(working)).toContainText('is processing it (', { timeout: 30_000 });
  connection.fault(uploads, { kind: 'stall', side: 'request', after: 12_000_000 });
  await drop(silent, '2.0', 50_000_000);
  await expect(again(silent)).toContainText('No answer for', { timeout: 40_000 });
  connection.fault(uploads, { kind: 'slow', bytesPerSecond: 600_000 });
  await drop(sending, '2.0', 60_000_000);
  await expect(again(sending).locator('.row-left')).toBeVisible({ timeout: 30_000 });
  const begun = connection.requests.length;
  const isSent = () => connection.requests.slice(begun).some((line) => uploads.test(line));
  const busy = { kind: 'answer', status: 503, headers: { 'retry-after': '600' } } as const;
  connection.decide((line) => {
    if (uploads.test(line)) return { kind: 'cut-after' };
    return isSent() && line.startsWith('GET ') ? busy : null;
  });
  await drop(looked, '2.0', 1_000_000);
  await expect(again(looked)).toContainText('again at', { timeout: 30_000 });
  await page.evaluate(() => location.assign('#/uploads'));
  await expect(page.getByRole('progressbar')).toHaveCount(3);
  await take(page, 'waiting', everySize);
});

/** Returns the network address of this computer, or null if it is offline. */
function ownAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null;
}

test('takes screenshots of an account without encryption', inTab, async ({ start, service }) => {
  test.setTimeout(180_000);
  const host = ownAddress();
  test.skip(host === null, 'This computer is on no network.');
  await mkdir(pictures, { recursive: true });
  const { port } = new URL(service.url);
  const server = createServer((socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    for (const each of [socket, onward]) each.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  }).listen(0, host ?? '');
  await once(server, 'listening');
  try {
    const { page } = await start();
    const url = `http://${host}:${(server.address() as { port: number }).port}`;
    await addService(page, { url, user: service.user, name: 'Office build server' });
    await page.evaluate(() => location.assign('#/settings/accounts'));
    await expect(page.locator('.notice')).toBeVisible();
    await take(page, 'unencrypted-settings', everySize);
    await page.getByRole('button', { name: 'Actions for Office build server' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    const addresses = dialog.locator('input[type="url"]');
    await addresses.nth(0).fill('http://signin.builds.offshore-installations.example.org:8080');
    await openAdvanced(dialog);
    await addresses.nth(1).fill('http://builds.offshore-installations.example.org:8080');
    await expect(dialog.locator('.notice')).toBeVisible();
    await dialog.locator('.notice').scrollIntoViewIfNeeded();
    await take(page, 'unencrypted-dialog', everySize);
    await page.keyboard.press('Escape');
  } finally {
    server.close();
  }
});

test('takes screenshots of trusted proxies and older mapping files', inTab, async ({ start }) => {
  test.setTimeout(240_000);
  await mkdir(pictures, { recursive: true });
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = page.getByRole('dialog');
  const older = {
    'data-paths': { title: { data: { title: '' } }, channelId: { data: { notification: { channel: '' } } } },
    'v21-channels': { notification: { title: 't', v21: { channelId: 'c', channelName: 'n' } } },
    flat: { notification: { title: 't', channelId: 'c' }, configuration_version: '1' },
  };
  await page.evaluate(() => location.assign('#/service'));
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  await openToAnyone(dialog, 'https://builds.example.org');
  await openAdvanced(dialog);
  await dialog.getByLabel('Trusted proxies').scrollIntoViewIfNeeded();
  await take(page, 'proxies', everySize);
  await dialog.getByLabel('Trusted proxies').selectOption('1');
  await page.keyboard.press('Escape');
  for (const [format, mapping] of Object.entries(older)) {
    await page.evaluate(() => location.assign('#/push/mapping'));
    const texts = page.locator('.json-text').getByRole('textbox');
    const text = texts.first();
    if (!(await text.isVisible())) await page.locator('main button').last().click();
    await replaceText(text, JSON.stringify(mapping, null, 2));
    await expect(page.locator('main .notice').first()).toBeVisible();
    await take(page, `mapping-${format}`, everySize);
    await page.evaluate(() => location.assign('#/push/simulator'));
    await replaceText(text, JSON.stringify(mapping, null, 2));
    await texts
      .last()
      .fill('{"to": "a", "data": {"title": "Tea", "notification": {"t": "Tea", "v21": {"c": "7"}}}}');
    await take(page, `simulator-${format}`, everySize);
  }
});

test('takes screenshots of the upload settings in the window', async ({ start }) => {
  await mkdir(pictures, { recursive: true });
  const { page } = await start();
  await page.evaluate(() => location.assign('#/settings/uploads'));
  await expect(page.locator('main').getByRole('switch')).toBeVisible();
  await take(page, 'settings-uploads-window', everySize);
});
