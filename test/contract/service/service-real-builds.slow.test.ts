/** Install pages and mails of real builds. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { withActiveVersion } from './active-version.ts';

const folder = resolve(import.meta.dirname, '../../../../shared/fixtures');
const { safari, androidChrome } = userAgents;

test.skipIf(!existsSync(folder)).each([
  ['platform-tvos.ipa', safari, 'This build is for tvOS.'],
  ['platform-visionos.ipa', safari, 'This build is for visionOS.'],
  ['platform-simulator-in-payload.ipa', safari, 'This build is for the simulator.'],
  ['unsigned-xml-plist-no-profile.ipa', safari, 'This build is not signed.'],
  ['fastlane-very-capable-app-store.ipa', safari, 'TestFlight or the App Store'],
  ['sentry-DemoApp-adhoc.ipa', safari, 'expired on 10 July 2026'],
  ['appinfo-wear.apk', androidChrome, 'watches with Wear OS'],
  ['automotive-unsigned.apk', androidChrome, 'cars with Android Automotive OS'],
])('the page of %s shows a reason instead of an Install button', async (file, agent, text) => {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { host } = await withActiveVersion({ publicUrl: 'https://builds.example.com' }, { bytes });
  const link = (await host.service.installLink(1)) ?? '';
  const { pathname } = new URL(link);
  const html = await (await fetch(host.service.localUrl + pathname, { headers: browsing(agent) })).text();
  expect(html).toContain(text);
  expect(html).not.toMatch(/itms-services:|class="go/);
});

test
  .skipIf(!existsSync(folder))
  .each([
    'flank-test_app-debug-adaptive.apk',
    'sentry-DemoApp-with-assets.ipa',
    'runloop-CalSmoke-2017.ipa',
    'webp-icon.apk',
    'jpg-icon-only-xxxhdpi.apk',
    'appium-api-demos.apk',
  ])('mails about %s contain the same small icon for every recipient', async (file) => {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { host, send } = await withActiveVersion({}, { bytes });
  expect((await send({ emails: ['ann@example.com', 'ben@example.com'] })).status).toBe(200);
  const pictures = new Set<string>();
  for (const { id } of await host.service.outbox.list()) {
    const { attachments } = await PostalMime.parse(await host.service.outbox.read(id));
    expect(attachments).toHaveLength(1);
    const [{ mimeType = '', filename = '', content = '' } = {}] = attachments;
    expect(mimeType).toMatch(/^image\/(png|jpeg)$/);
    const picture = Buffer.from(content as ArrayBuffer);
    expect(picture.length).toBeLessThanOrEqual(20_000);
    pictures.add(`${filename} ${picture.toString('base64')}`);
  }
  expect(pictures.size).toBe(1);
});
