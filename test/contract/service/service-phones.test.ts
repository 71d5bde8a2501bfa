import { expect, test } from 'vitest';
import type { StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { adHocProfile } from '../../fakes/profiles.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { sampleApk, sampleIpa, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';
const publicUrl = 'https://builds.example.com';

async function withLink(build: Uint8Array<ArrayBuffer>, options: Parameters<typeof startHost>[0] = {}) {
  const host = await startHost(options);
  const made = await host.add<TestApplication>(base, build, { name: 'a' });
  const path = `${base}/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${path}/activate`);
  await host.call('POST', `${path}/send`, { body: { emails: ['ann@example.com'] } });
  const [message] = await host.service.outbox.list();
  const link = (message?.installLink ?? '').replace(
    options.publicUrl ?? host.service.localUrl,
    host.service.localUrl,
  );
  const share = async () => (await host.json<TestVersion>('GET', path)).profileMembers[0];
  const page = async (userAgent: string, languages?: string) =>
    (await fetch(link, { headers: browsing(userAgent, languages) })).text();
  return { host, link, path, share, page, size: build.length };
}

const overHttps = { publicUrl } as const;
const installs = (html: string): boolean => html.includes('itms-services:');

test('an iPhone can install in browsers but not in in-app browsers', async () => {
  const { page, link, host } = await withLink(await sampleIpa(), overHttps);
  for (const agent of [
    userAgents.safari,
    userAgents.chromeOnIPhone,
    userAgents.newSafari,
    userAgents.iPadAsMac,
    ...userAgents.otherBrowsersOnIPhone,
  ]) {
    expect(installs(await page(agent)), agent).toBe(true);
  }
  const { facebook, instagram, weChat, dingTalk, line, webView, iPadWebViewAsMac, inAppOnIPhone } =
    userAgents;
  const apps = [facebook, instagram, weChat, dingTalk, line, webView, iPadWebViewAsMac, ...inAppOnIPhone];
  for (const agent of apps) {
    const html = await page(agent);
    expect(installs(html), agent).toBe(false);
    expect(html, agent).toContain('open it in Safari');
    expect(html).toContain(`>${link.replace(host.service.localUrl, publicUrl)}</p>`);
  }
});

test.each([
  ['ad hoc', adHocProfile, 'Only the 3 devices registered for this build can install it.'],
  ['one device', { ...adHocProfile, ProvisionedDevices: ['a'] }, 'Only the 1 device registered'],
  ['enterprise', { Name: 'x', ProvisionsAllDevices: true }, 'Since iOS 18 the device restarts'],
  ['development', { ...adHocProfile, Entitlements: { 'get-task-allow': true } }, 'Developer Mode'],
])('the page explains the requirements of a provisioning profile: %s', async (_kind, profile, text) => {
  const { page } = await withLink(await sampleIpa({ profile }), overHttps);
  const html = await page(userAgents.safari);
  expect(installs(html)).toBe(true);
  expect(html).toContain(text);
  expect(html).toContain('Certificate Trust Settings');
});

test.each([
  [
    'expired',
    { ...adHocProfile, ExpirationDate: new Date('2020-01-31T12:00:00Z') },
    'expired on 31 January 2020',
  ],
  ['App Store', { Name: 'x', ExpirationDate: new Date('2099-01-31T12:00:00Z') }, 'signed for the App Store'],
  ['no profile', null, 'This build is not signed.'],
  ['no devices', { ...adHocProfile, ProvisionedDevices: [] }, 'No devices are registered for this build'],
])('the page has no Install button if no device can install: %s', async (_kind, profile, text) => {
  const { page } = await withLink(await sampleIpa({ profile }), overHttps);
  const html = await page(userAgents.safari);
  expect(installs(html)).toBe(false);
  expect(html).toContain(text);
});

test('an iPhone below the minimum version has no Install button', async () => {
  const { page } = await withLink(await sampleIpa({ minOs: '26.0' }), overHttps);
  const old = await page(userAgents.oldSafari);
  expect(installs(old)).toBe(false);
  expect(old).toContain('This device has iOS 15.7, but the build needs iOS 26.0.');
  expect(installs(await page(userAgents.newSafari))).toBe(true);
  expect(installs(await page(userAgents.newChromeOnIPhone))).toBe(true);
});

test('the page lists build details as table rows with headers', async () => {
  const { page } = await withLink(await sampleIpa(), overHttps);
  const html = await page(userAgents.safari);
  expect(html).toContain('<tr><th scope="row">Needs</th><td>iOS 16.0 or later</td></tr>');
  expect(html.match(/<th scope="row">/g)).toHaveLength(3);
});

test('the page has an Install button over https only', async () => {
  const open = await withLink(await sampleIpa());
  const html = await open.page(userAgents.safari);
  expect(html).toContain('Ask the sender for an https link');
  expect(html, 'an iPhone cannot use the file').not.toMatch(/class="plain download"/);
  expect(html).not.toMatch(/itms-services|class="go/);
  const secure = await withLink(await sampleIpa(), overHttps);
  expect(await secure.page(userAgents.safari)).toMatch(
    /class="go" href="itms-services.*class="plain download"/,
  );
});

test('the page shows installation hints for the Android version and browser', async () => {
  const { page } = await withLink(await sampleApk());
  const chrome = await page(userAgents.androidChrome);
  for (const text of ['whether Chrome may install', 'Play Protect', 'another signature', 'newer version']) {
    expect(chrome).toContain(text);
  }
  expect(await page(userAgents.samsung)).toContain('whether Samsung Internet may install');
  expect(await page(userAgents.androidVivaldi)).toContain('whether your browser may install');
  expect(await page(userAgents.oldAndroid)).toContain('unknown sources');
  const { androidWebView, androidFacebook, inAppOnAndroid } = userAgents;
  for (const agent of [androidWebView, androidFacebook, ...inAppOnAndroid]) {
    const html = await page(agent);
    expect(html, agent).toContain('open it in your browser');
    expect(html).not.toContain('/file"');
  }
  for (const agent of [userAgents.windows, userAgents.iPadAsMac, userAgents.safari]) {
    expect(await page(agent)).toContain('open this page on an Android device');
  }
});

test('robots, HEAD requests and prefetches do not count as opening a page', async () => {
  const { link, share, page } = await withLink(await sampleApk());
  const { windows, robots, androidChrome } = userAgents;
  const headerSets = [
    ...robots.map((agent) => browsing(agent)),
    { 'user-agent': windows },
    { ...browsing(androidChrome), 'sec-purpose': 'prefetch;prerender' },
    { ...browsing(androidChrome), purpose: 'prefetch' },
  ];
  for (const headers of headerSets) {
    const html = await (await fetch(link, { headers })).text();
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1], headers['user-agent']).toBe('Install page');
  }
  await fetch(link, { method: 'HEAD', headers: browsing(androidChrome) });
  expect((await share())?.shareMemberStatus).toBe(1);
  expect(await page(androidChrome)).toContain('<title>Shop &amp; Söhne');
  expect((await share())?.shareMemberStatus).toBe(2);
});

test('a phone brand that contains “bot” is not treated as a robot', async () => {
  const { link, share, page } = await withLink(await sampleApk());
  await page(userAgents.cubot);
  expect((await share())?.shareMemberStatus).toBe(2);
  const headers = { 'user-agent': userAgents.cubotDownloadManager };
  await (await fetch(`${link}/file`, { headers })).arrayBuffer();
  await expect.poll(async () => (await share())?.shareMemberStatus).toBe(3);
});

test('a complete download counts once per recipient and hour', async () => {
  const clock = createFakeClock();
  const { link, share, size } = await withLink(await sampleApk(), { clock });
  const get = async (headers: Record<string, string>) =>
    (
      await fetch(`${link}/file`, { headers: { 'user-agent': userAgents.downloadManager, ...headers } })
    ).arrayBuffer();
  const status = async () => (await share())?.shareMemberStatus;
  const count = async () => (await share())?.profileDownloadHistories.length;
  for (const range of ['bytes=0-0', 'bytes=0-0,5-9', `bytes=${size - 1}-`, `bytes=0-${size - 20}`])
    await get({ range });
  await get({ 'sec-purpose': 'prefetch' });
  await get({ 'user-agent': userAgents.robots[0] });
  expect(await status()).toBe(1);
  await get({ range: `bytes=${size - 20}-` });
  await expect.poll(status).toBe(3);
  await get({});
  await get({});
  await clock.advance(60 * 60_000);
  await get({});
  await expect.poll(count).toBe(2);
});

test('an ipa download counts for the iOS installer but not for a browser', async () => {
  const { link, share } = await withLink(await sampleIpa());
  const get = async (agent: string) =>
    (await fetch(`${link}/file`, { headers: { 'user-agent': agent } })).arrayBuffer();
  await get(userAgents.safari);
  await get(userAgents.appInstaller);
  await expect.poll(async () => (await share())?.shareMemberStatus).toBe(3);
  expect((await share())?.profileDownloadHistories).toEqual([
    expect.objectContaining({ userAgent: userAgents.appInstaller }),
  ]);
});

test('a link works with appended punctuation while its version is active', async () => {
  const { host, link, path } = await withLink(await sampleApk());
  for (const added of ['/', '.', ')', ',', '%20', '%3E', '%E2%80%9D', '?utm_source=mail']) {
    expect((await fetch(link + added)).status, added).toBe(200);
  }
  expect((await fetch(`${link}x`)).status).toBe(404);
  expect((await fetch(`${link}/file`, { method: 'HEAD' })).headers.get('x-robots-tag')).toBe(
    'noindex, nofollow',
  );
  await host.call('DELETE', `${path}/activate`);
  for (const part of ['', '/', '/file', '/icon.png']) expect((await fetch(link + part)).status).toBe(409);
  const own = await fetch(`${link}/icon.png`, { headers: { authorization: `Bearer ${host.token}` } });
  expect(own.status, "the service's own users still see it in their lists").toBe(200);
});

test('links work with and without the path of the public URL', async () => {
  const { host, link } = await withLink(await sampleApk(), { publicUrl: 'https://example.com/builds' });
  const token = link.split('/').at(-1);
  expect(await host.service.installLink(1)).toMatch(/^https:\/\/example.com\/builds\/install\//);
  for (const prefix of ['', '/builds']) {
    expect((await fetch(`${host.service.localUrl}${prefix}/install/${token}`)).status).toBe(200);
  }
  expect((await fetch(`${host.service.localUrl}/buildsx/install/${token}`)).status).toBe(404);
});

test('the apk link on a protected page works without the password', async () => {
  const host = await startHost();
  const made = await host.add<StoreProfile>('/api/v3/appstore/profiles', await sampleApk());
  await host.service.setProfileAccess(made.id, { staticUser: { userName: 'ann', password: 'secret' } });
  const authorization = `Basic ${Buffer.from('ann:secret').toString('base64')}`;
  const headers = { ...browsing(userAgents.androidChrome), authorization };
  const html = await (await fetch(made.items[0]?.customUrl ?? '', { headers })).text();
  const file = /class="go download" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const fetched = await fetch(file, { headers: { 'user-agent': userAgents.downloadManager } });
  expect(fetched.status).toBe(200);
  await fetched.arrayBuffer();
});
