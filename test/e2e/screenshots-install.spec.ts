import { mkdir } from 'node:fs/promises';
import { build } from 'plist';
import PostalMime from 'postal-mime';
import { adHocProfile } from '../fakes/profiles.ts';
import { expect, inTab, test } from './fixtures.ts';
import { atPublicUrl, openInstallWorld } from './install-world.ts';
import { everySize, pictures, takeAsIs } from './pictures.ts';
import { sampleApk, sampleIpa } from './world.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const androidPhone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const note = 'Karten laden doppelt so schnell.\n\n• Suche ohne Netz\n• Fotos gehen nicht mehr verloren';

test('takes screenshots of install pages', inTab, async ({ folder, tabBrowser }) => {
  test.setTimeout(120_000);
  await mkdir(pictures, { recursive: true });
  const world = await openInstallWorld(folder, 'http://builds.example.org');
  try {
    const { page: android } = await world.version(sampleApk(), 'notes.apk', note);
    const profile = Buffer.from(build(adHocProfile));
    const { page: ios } = await world.version(sampleIpa({ profile }), 'notes.ipa', note);
    const { page: store } = await world.profile([sampleApk(), sampleIpa({ profile })]);
    const { version, page: inactive } = await world.version(sampleApk({ versionName: '2.5' }), 'b.apk');
    await world.call('DELETE', `/api/v3/testingdist/profiles/items/${version.id}/activate`);
    const label = `Größe İğüş تجربة ${String.fromCodePoint(0xe000, 0xf8ff)}`;
    const { page: names } = await world.version(sampleApk({ label }), 'c.apk', 'Größe, çöğüş, مرحبا');
    const browser = await tabBrowser();
    for (const locale of ['en', 'de', 'fr', 'tr']) {
      const desktop = await browser.newContext({ locale });
      const phone = await browser.newContext({ locale, userAgent: iPhone });
      const pixel = await browser.newContext({ locale, userAgent: androidPhone });
      for (const context of [desktop, phone, pixel]) await atPublicUrl(context, world);
      for (const [name, address, context] of [
        ['android-desk', android, desktop],
        ['android', android, pixel],
        ['ios', ios, phone],
        ['ios-desk', ios, desktop],
        ['store', store, desktop],
        ['inactive', inactive, desktop],
        ['names', names, pixel],
      ] as const) {
        const page = await context.newPage();
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await takeAsIs(page, `install-${name}-${locale}`, [...everySize, { width: 320, height: 640 }]);
      }
      await Promise.all([desktop.close(), phone.close(), pixel.close()]);
    }
  } finally {
    await world.service.stop();
  }
});

test('takes screenshots of mail', inTab, async ({ folder, tabBrowser }) => {
  await mkdir(pictures, { recursive: true });
  const world = await openInstallWorld(folder);
  try {
    const { version } = await world.version(sampleApk(), 'notes.apk', note);
    const emails = ['dorothea.van-den-heuvel@offshore.example.org'];
    await world.call(
      'POST',
      `/api/v3/testingdist/profiles/items/${version.id}/send`,
      JSON.stringify({ emails }),
    );
    await expect.poll(async () => (await world.service.outbox.list()).length).toBe(1);
    const [message] = await world.service.outbox.list();
    const mail = await PostalMime.parse(await world.service.outbox.read(message?.id ?? ''));
    const icon = Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString('base64');
    const page = await (await tabBrowser()).newPage();
    await page.setContent((mail.html ?? '').replaceAll('cid:icon@slipway', `data:image/png;base64,${icon}`));
    await takeAsIs(page, 'mail', everySize);
  } finally {
    await world.service.stop();
  }
});
