import { mkdir } from 'node:fs/promises';
import { build } from 'plist';
import { adHocProfile } from '../fakes/profiles.ts';
import { expect, inTab, test } from './fixtures.ts';
import { openInstallWorld } from './install-world.ts';
import { everySize, pictures, takeAsIs } from './pictures.ts';
import { sampleApk, sampleIpa } from './world.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const note = 'Karten laden doppelt so schnell.\n\n• Suche ohne Netz\n• Fotos gehen nicht mehr verloren';

test('takes screenshots of install pages', inTab, async ({ folder, tabBrowser }) => {
  test.setTimeout(120_000);
  await mkdir(pictures, { recursive: true });
  const world = await openInstallWorld(folder);
  try {
    const { page: android } = await world.version(sampleApk(), 'notes.apk', note);
    const profile = Buffer.from(build(adHocProfile));
    const { page: ios } = await world.version(sampleIpa({ profile }), 'notes.ipa', note);
    const { page: store } = await world.profile([sampleApk(), sampleIpa({ profile })]);
    const { version, page: inactive } = await world.version(sampleApk({ versionName: '2.5' }), 'b.apk');
    await world.call('DELETE', `/api/v3/testingdist/profiles/items/${version.id}/activate`);
    const browser = await tabBrowser();
    for (const locale of ['en', 'de']) {
      const desktop = await browser.newContext({ locale });
      const phone = await browser.newContext({ locale, userAgent: iPhone });
      for (const [name, address, context] of [
        ['android', android, desktop],
        ['ios', ios, phone],
        ['ios-desk', ios, desktop],
        ['store', store, desktop],
        ['inactive', inactive, desktop],
      ] as const) {
        const page = await context.newPage();
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await takeAsIs(page, `install-${name}-${locale}`, everySize);
      }
      await Promise.all([desktop.close(), phone.close()]);
    }
  } finally {
    await world.service.stop();
  }
});
