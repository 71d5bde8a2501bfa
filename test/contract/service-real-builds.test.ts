/** What the page of a real build says to the phone it is opened on. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { browsing, userAgents } from '../fakes/user-agents.ts';
import { withActiveVersion } from './active-version.ts';

const folder = resolve(import.meta.dirname, '../../../shared/fixtures');
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
])('%s: no Install and no main button, and why', async (file, agent, text) => {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { host } = await withActiveVersion({ publicUrl: 'https://builds.example.com' }, { bytes });
  const link = (await host.service.installLink(1)) ?? '';
  const { pathname } = new URL(link);
  const html = await (await fetch(host.service.localUrl + pathname, { headers: browsing(agent) })).text();
  expect(html).toContain(text);
  expect(html).not.toMatch(/itms-services:|class="go/);
});
