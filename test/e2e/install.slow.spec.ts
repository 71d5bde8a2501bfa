/** The install pages in a real browser, on a phone and on a desktop. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { build } from 'plist';
import { encode } from 'uqr';
import { canRun, run } from '../contract/outside/outside-program.ts';
import { readMail } from '../contract/service/mail-reader.ts';
import { adHocProfile } from '../fakes/profiles.ts';
import { violations } from './accessibility-checks.ts';
import { test as base, expect, inTab } from './fixtures.ts';
import { atPublicUrl, type InstallWorld, openInstallWorld } from './install-world.ts';
import { sampleApk, sampleIpa } from './world.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  [
    'a phone',
    { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  ],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
];
const note =
  'Maps load twice as fast.\n\n• Offline search\n• <b>Fixed</b>: photos lost when the battery ran out';
const hostile = {
  label: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft <img src=x onerror=alert(1)> "&' \u202egpj`,
  versionName: `2026.11.21-nightly+${'4711'.repeat(30)}`,
};

type Opened = {
  readonly page: Page;
  readonly status: number | undefined;
  /** Requests of the page to foreign origins, and errors of the browser. */
  readonly strange: readonly string[];
};
type Open = (address: string, options?: BrowserContextOptions) => Promise<Opened>;

const test = base.extend<{ readonly world: InstallWorld; readonly open: Open }>({
  world: async ({ folder }, use) => {
    const world = await openInstallWorld(folder);
    await use(world);
    await world.service.stop();
  },
  open: async ({ world, tabBrowser }, use) => {
    const browser = await tabBrowser();
    const contexts: BrowserContext[] = [];
    await use(async (address, options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return openPage(await context.newPage(), world.service.url, address);
    });
    for (const context of contexts) await context.close();
  },
});

async function openPage(page: Page, own: string, address: string): Promise<Opened> {
  const strange: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${own}/install/`)) strange.push(request.url());
  });
  page.on('console', (message) => strange.push(message.text()));
  page.on('pageerror', (error) => strange.push(error.message));
  const response = await page.goto(address);
  return { page, status: response?.status(), strange };
}

/** Returns how far the page scrolls horizontally, in pixels. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the modules of the QR code as the screen shows them. True is dark. */
async function codeOnScreen(page: Page, size: number): Promise<readonly (readonly boolean[])[]> {
  const picture = (await page.locator('.qr').screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const modules = await blank.evaluate(
    async ({ picture, size }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser cannot draw');
      drawing.drawImage(image, 0, 0);
      const isDark = (row: number, column: number): boolean => {
        const [x, y] = [column, row].map((at) => Math.floor(((at + 0.5) * image.width) / size));
        return (drawing.getImageData(x ?? 0, y ?? 0, 1, 1).data[0] ?? 255) < 128;
      };
      const places = Array.from({ length: size }, (_, index) => index);
      return places.map((row) => places.map((column) => isDark(row, column)));
    },
    { picture, size },
  );
  await blank.close();
  return modules;
}

/** Returns the text of the QR code, which `zbarimg` locates in a screenshot as a scanner would. */
async function readCode(page: Page, folder: string): Promise<string> {
  const path = join(folder, 'page.png');
  await page.screenshot({ path, fullPage: true });
  return (await run('zbarimg', ['-q', '--raw', path])).stdout.toString('utf8').trim();
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const readsCodes = canRun('zbarimg', ['--version']);

test('a page with a public address shows its QR code', inTab, async ({ folder, tabBrowser }) => {
  const publicUrl = 'http://builds.example.org';
  const world = await openInstallWorld(join(folder, 'public'), publicUrl);
  const context = await (await tabBrowser()).newContext();
  const page = await context.newPage();
  try {
    await atPublicUrl(context, world);
    const { page: address } = await world.version(sampleApk(), 'a.apk');
    expect(address).toContain(publicUrl);
    await page.goto(address);
    const { data, size } = encode(address, { border: 4 });
    await expect(page.getByRole('img', { name: 'QR code of this page' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await codeOnScreen(page, size), `the code in ${colorScheme}`).toEqual(data);
      if (readsCodes) expect(await readCode(page, folder), `read in ${colorScheme}`).toBe(address);
    }
  } finally {
    await context.close();
    await world.service.stop();
  }
});

for (const [where, screen] of screens) {
  test(
    `a version page on ${where} is complete without external resources`,
    inTab,
    async ({ world, open }) => {
      const { page: address } = await world.version(sampleApk({ paddingBytes: 2_400_000 }), 'a.apk', note);
      const { page, status, strange } = await open(address, screen);
      expect(status).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Field Notes');
      await expect(page).toHaveTitle('Field Notes 2.4.1 (1187)');
      const main = page.getByRole('main');
      const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.now(),
      );
      for (const text of ['2.4.1 (1187)', 'Android 8.0 or later', '2.4 MB', today, '<b>Fixed</b>']) {
        await expect(main).toContainText(text);
      }
      await expect(page.getByRole('link')).toHaveText(['Download']);
      const picture = page.locator('header img');
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(144);
      expect(await sideways(page)).toBe(0);
      expect(await violations(page)).toEqual([]);

      // No phone can open a loopback address.
      await expect(page.getByRole('img', { name: 'QR code of this page' })).toHaveCount(0);
      expect(strange).toEqual([]);
    },
  );

  test(`hostile, long texts on ${where} are escaped and fit the screen`, inTab, async ({ world, open }) => {
    const endless = `${'x'.repeat(400)}\n</p><script>alert(1)</script>${' words'.repeat(100)}`;
    const { page: address } = await world.version(sampleApk(hostile), 'a.apk', endless);
    const { page, strange } = await open(address, screen);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile.label);
    await expect(page.getByRole('main')).toContainText('<script>alert(1)</script>');
    expect(await page.locator('script, img:not(header img), [onerror]').count()).toBe(0);
    expect(await sideways(page)).toBe(0);
    expect(await violations(page)).toEqual([]);

    const { page: shop } = await world.profile([sampleApk(hostile), sampleIpa({ name: hostile.label })]);
    const profile = await open(shop, screen);
    await expect(profile.page.getByRole('listitem')).toHaveCount(2);
    expect(await sideways(profile.page)).toBe(0);
    expect(await violations(profile.page)).toEqual([]);
    expect([...strange, ...profile.strange]).toEqual([]);
  });
}

test('Download returns the same bytes under the original name', inTab, async ({ world, open }) => {
  const apk = sampleApk();
  const { page: address } = await world.version(apk, 'Größe “1”.apk');
  const { page } = await open(address);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Größe “1”.apk');
  expect(sha256(await readFile(await download.path()))).toBe(sha256(apk));
});

test('an iPhone on http sees the advice to request an https link', inTab, async ({ world, open }) => {
  const profile = Buffer.from(build(adHocProfile));
  const ipa = sampleIpa({ profile });
  const { page: address } = await world.version(ipa, 'a.ipa');
  const phone = await open(address, { ...screens[0]?.[1], userAgent: iPhone });
  await expect(phone.page.getByRole('link')).toHaveCount(0);
  await expect(phone.page.getByText('Ask the sender for an https link.')).toBeVisible();
  expect(await violations(phone.page)).toEqual([]);
  const manifest = await (await fetch(`${address}/manifest.plist`)).text();
  const file = /<string>(http[^<]*\/file)<\/string>/.exec(manifest)?.[1] ?? '';
  expect(sha256(new Uint8Array(await (await fetch(file)).arrayBuffer()))).toBe(sha256(ipa));

  const client = await open(address);
  await expect(client.page.getByRole('link')).toHaveText(['Download']);
  await expect(client.page.getByText('Ask the sender for an https link.')).toBeVisible();
  await expect(client.page.getByText('open this page on an iPhone or iPad')).toHaveCount(0);
  expect([...phone.strange, ...client.strange]).toEqual([]);
});

test('a message on a small phone is no wider than the screen', inTab, async ({ world, open }) => {
  const { version, page: address } = await world.version(sampleApk(hostile), 'a.apk', note);
  const recipients = JSON.stringify({ emails: ['ada@example.org'] });
  await world.call('POST', `/api/v3/testingdist/profiles/items/${version.id}/send`, recipients);
  const [message] = await world.service.outbox.list();
  const { html } = readMail(await world.service.outbox.read(message?.id ?? ''));
  const { page } = await open(address, { viewport: { width: 320, height: 568 }, isMobile: true });
  await page.setContent(html);
  await expect(page.getByRole('link', { name: 'Open the install page' })).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('a link to an inactive or deleted version shows the reason', inTab, async ({ world, open }) => {
  const { version, page: address } = await world.version(sampleApk(), 'a.apk');
  const path = `/api/v3/testingdist/profiles/items/${version.id}`;
  await world.call('DELETE', `${path}/activate`);
  const off = await open(address);
  expect(off.status).toBe(409);
  await expect(off.page.getByRole('heading')).toHaveText(['Field Notes', 'This version is inactive']);
  await expect(off.page.getByRole('main')).toContainText('2.4.1 (1187)');
  const icon = off.page.locator('header img');
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(144);
  expect(await violations(off.page)).toEqual([]);
  await world.call('DELETE', path);
  const gone = await open(`${address}/file`);
  expect(gone.status).toBe(404);
  await expect(gone.page.getByRole('heading')).toHaveText('This link no longer works');
  expect(await gone.page.getByRole('link').count()).toBe(0);
});

test('a store profile offers its items after signing in', inTab, async ({ world, open }) => {
  const apk = sampleApk();
  const { profile, page: address } = await world.profile([apk, sampleIpa()]);
  const form = new URLSearchParams({ ShortDescription: 'Notes & more', LongDescription: note });
  await world.call('PUT', `/api/v3/appstore/profiles/${profile.id}`, form);
  const staticUser = { userName: 'ann', password: 'päss:word' };
  await world.service.setProfileAccess(profile.id, { staticUser });

  await expect(open(address), 'without a sign-in').rejects.toThrow('ERR_INVALID_AUTH_CREDENTIALS');
  const httpCredentials = { username: staticUser.userName, password: staticUser.password };
  const { page, status, strange } = await open(address, { httpCredentials });
  expect(status).toBe(200);
  await expect(page.getByRole('main')).toContainText('Notes & more');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['iOS', 'Android']);
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['2.4.0 (1180)', '2.4.1 (1187)']);
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('listitem').nth(1).getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(sha256(await readFile(await download.path()))).toBe(sha256(apk));
  expect(strange).toEqual([]);

  await world.service.setProfileAccess(profile.id, { enabled: false, staticUser: null });
  const off = await open(address);
  expect(off.status).toBe(409);
  await expect(off.page.getByRole('heading')).toHaveText(['Field Notes', 'These builds are inactive']);
  expect(await off.page.getByRole('link').count()).toBe(0);
});
