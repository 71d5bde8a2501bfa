import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { parse } from 'plist';
import { expect, test } from 'vitest';
import type { StoreProfile, TestApplication, TestVersion } from '../../../main/api/wire.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { storedBuilds } from '../../fakes/stored-builds.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

async function withSentVersion(
  build: Uint8Array<ArrayBuffer>,
  name = 'Größe "1".apk',
  options: Parameters<typeof startHost>[0] = {},
) {
  const host = await startHost(options);
  const made = await host.add<TestApplication>(base, build, { name });
  const path = `${base}/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${path}/activate`);
  await host.call('POST', `${path}/send`, { body: { emails: ['ann@example.com'] } });
  const [message] = await host.service.outbox.list();
  const share = async () => (await host.json<TestVersion>('GET', path)).profileMembers[0];
  return { host, made, path, link: message?.installLink ?? '', share };
}

const publicUrl = 'https://builds.example.org';

/** Replaces the public address in the link with the local address, which this computer can open. */
const localLink = ({ link, host }: Awaited<ReturnType<typeof withSentVersion>>): string =>
  link.replace(publicUrl, host.service.localUrl);

function downloadOf(html: string): string {
  return /<a class="[^"]*\bdownload\b[^"]*" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

test('the link in a mail opens a page that downloads the same bytes', async () => {
  const apk = await sampleApk({ padding: 3_000_000 });
  const { link, share } = await withSentVersion(apk);
  expect((await share())?.shareMemberStatus).toBe(1);
  const page = await fetch(link, { headers: browsing(userAgents.androidChrome) });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  for (const text of ['Shop &amp; Söhne &lt;b&gt;', '2.4.1 (1187)', 'Android 7.0 or later', '3\u00A0MB']) {
    expect(html).toContain(text);
  }
  // A phone cannot scan a QR code on its own screen.
  expect(html).not.toContain('class="qr"');
  expect(html).not.toContain('<b>');
  expect((await share())?.shareMemberStatus).toBe(2);
  const file = await fetch(downloadOf(html), { headers: { 'user-agent': 'Test phone' } });
  expect(file.headers.get('content-type')).toBe('application/vnd.android.package-archive');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e _1_.apk"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.apk`,
  );
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(apk));
  await expect.poll(async () => (await share())?.shareMemberStatus).toBe(3);
  expect(await share()).toMatchObject({
    profileDownloadHistories: [
      { id: expect.any(Number), userAgent: 'Test phone', downloadDateTimeUtc: expect.any(String) },
    ],
  });
  await (await fetch(link)).text();
  expect((await share())?.shareMemberStatus).toBe(3);
});

test('a build file supports HEAD and ranges', async () => {
  const apk = await sampleApk();
  const { link, share } = await withSentVersion(apk);
  const file = `${link}/file`;
  const head = await fetch(file, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(apk.length),
    'bytes',
  ]);
  const ask = (range: string, more: Record<string, string> = {}) =>
    fetch(file, { headers: { range, ...more } });
  const middle = await ask('bytes=10-19');
  expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 10-19/${apk.length}`]);
  expect(Buffer.from(await middle.arrayBuffer())).toEqual(Buffer.from(apk.slice(10, 20)));
  const tail = await ask('bytes=-5');
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(Buffer.from(apk.slice(-5)));
  const open = await ask(`bytes=${apk.length - 3}-`);
  expect([open.status, (await open.arrayBuffer()).byteLength]).toEqual([206, 3]);
  const beyond = await ask(`bytes=${apk.length}-`);
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${apk.length}`]);
  const stale = await ask('bytes=1-2', { 'if-range': '"other"' });
  expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, apk.length]);
  const etag = head.headers.get('etag') ?? '';
  expect(etag).toBe(`"${createHash('sha256').update(apk).digest('hex')}"`);
  const weak = await ask('bytes=1-2', { 'if-range': `W/${etag}` });
  expect([weak.status, (await weak.arrayBuffer()).byteLength]).toEqual([200, apk.length]);
  const fresh = await ask('bytes=1-2', { 'if-range': etag });
  expect([fresh.status, (await fresh.arrayBuffer()).byteLength]).toEqual([206, 2]);
  const dated = await ask('bytes=1-2', { 'if-range': 'Sat, 21 Nov 2026 08:30:00 GMT' });
  expect(dated.status).toBe(200);
  await dated.body?.cancel();
  const several = await ask('bytes=0-1,4-5');
  expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, apk.length]);
  const rangedHead = await fetch(file, { method: 'HEAD', headers: { range: `bytes=${apk.length}-` } });
  expect([rangedHead.status, rangedHead.headers.get('content-length')]).toEqual([200, String(apk.length)]);
  const counted = async () => (await share())?.profileDownloadHistories.length;
  await expect.poll(counted).toBe(1);
});

test('a build file supports conditional requests', async () => {
  const { link } = await withSentVersion(await sampleApk());
  const file = `${link}/file`;
  const etag = (await fetch(file, { method: 'HEAD' })).headers.get('etag') ?? '';
  const conditional = async (headers: Record<string, string>) => (await fetch(file, { headers })).status;
  expect(await conditional({ 'if-none-match': etag })).toBe(304);
  expect(await conditional({ 'if-none-match': `"old", W/${etag}` })).toBe(304);
  expect(await conditional({ 'if-none-match': '*' })).toBe(304);
  const changed = await fetch(file, { headers: { 'if-match': '"old"' } });
  expect([changed.status, changed.headers.get('content-disposition')]).toEqual([412, null]);
  expect(await changed.json()).toMatchObject({ code: 'service/preconditionFailed' });
  expect(await conditional({ 'if-match': `W/${etag}` })).toBe(412);
  expect(await conditional({ 'if-match': etag, range: 'bytes=3-4' })).toBe(206);
});

test('a download in several ranges counts once per hour', async () => {
  const apk = await sampleApk();
  const clock = createFakeClock();
  const { link, share } = await withSentVersion(apk, 'a.apk', { clock });
  const fetchFile = async (agent: string, range?: string): Promise<void> => {
    const headers = { 'user-agent': agent, ...(range === undefined ? {} : { range }) };
    await (await fetch(`${link}/file`, { headers })).arrayBuffer();
  };
  const history = async () =>
    ((await share())?.profileDownloadHistories ?? []) as { userAgent: string; count: number }[];
  for (let at = 0; at < 40; at += 1) await fetchFile('Probe', `bytes=0-${at % 3}`);
  await fetchFile('Parts', `bytes=0-${apk.length - 2}`);
  await fetchFile('Parts', `bytes=${apk.length - 1}-`);
  await fetchFile('Parts', 'bytes=0-9');
  const entries = async () => (await history()).map(({ userAgent, count }) => [userAgent, count]);
  await expect.poll(entries).toEqual([['Parts', 1]]);
  for (let at = 0; at < 15; at += 1) {
    await clock.advance(60 * 60_000);
    await fetchFile(`Agent ${at}`, at % 2 === 0 ? 'bytes=0-' : undefined);
    await expect.poll(async () => (await history()).at(-1)?.userAgent).toBe(`Agent ${at}`);
  }
  expect(await history()).toHaveLength(16);
});

test('an aborted download does not count', async () => {
  const { link, share } = await withSentVersion(await sampleApk({ padding: 40_000_000 }));
  const headers = { 'user-agent': 'Broken off' };
  const broken = await fetch(`${link}/file`, { headers });
  const reader = broken.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await (await fetch(`${link}/file`, { headers: { 'user-agent': 'Whole' } })).arrayBuffer();
  const agents = async () =>
    (await share())?.profileDownloadHistories.map((entry) => (entry as { userAgent: string }).userAgent);
  await expect.poll(agents).toEqual(['Whole']);
});

test('a download link returns 404 if the build file is missing on disk', async () => {
  const apk = await sampleApk();
  const { host, link } = await withSentVersion(apk);
  for (const { path } of await storedBuilds(host.dataDir)) await rm(path);
  const answer = await fetch(`${link}/file`, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  for (const name of ['content-disposition', 'etag', 'accept-ranges']) {
    expect(answer.headers.get(name)).toBeNull();
  }
  expect(await answer.text()).toContain('no longer works');
});

test('the Install button of an ipa page opens a valid manifest', async () => {
  const ipa = await sampleIpa();
  const secure = await withSentVersion(ipa, 'a.ipa', { publicUrl });
  const html = await (await fetch(localLink(secure))).text();
  const install = /href="(itms-services:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(new URL(install).searchParams.get('url')).toBe(`${secure.link}/manifest.plist`);
  const { host, link } = await withSentVersion(ipa, 'a.ipa');
  const manifest = await fetch(`${link}/manifest.plist`);
  expect(manifest.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const { items } = parse(await manifest.text()) as {
    items: { assets: { kind: string; url: string }[]; metadata: Record<string, string> }[];
  };
  expect(items[0]?.metadata).toEqual({
    'bundle-identifier': 'com.example.shop',
    'bundle-version': '2.5',
    kind: 'software',
    'platform-identifier': 'com.apple.platform.iphoneos',
    title: 'Shop & Söhne <b>',
  });
  const assets = ['software-package', 'display-image', 'full-size-image'];
  expect(items[0]?.assets.map(({ kind }) => kind)).toEqual(assets);
  const [software, icon] = items[0]?.assets ?? [];
  expect(software).toEqual({
    kind: 'software-package',
    url: `${link}/file`,
    'sha256-size': 10_485_760,
    sha256s: [sha256(ipa)],
    'md5-size': 10_485_760,
    md5s: [createHash('md5').update(ipa).digest('hex')],
  });
  const file = await fetch(software?.url ?? '');
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(ipa));
  expect((await fetch(icon?.url ?? '')).headers.get('content-type')).toBe('image/png');
  expect(html).toContain('iOS 16.0 or later');
  expect(downloadOf(html)).toBe(`${secure.link}/file`);
  expect(host.lines.join('\n')).not.toContain(link.split('/').at(-1));
});

test('a link stops working when its version or member is removed', async () => {
  const { host, made, path, link } = await withSentVersion(await sampleApk());
  const versionLink = await host.service.installLink(made.profiles[0]?.id ?? 0);
  expect((await fetch(versionLink ?? '')).status).toBe(200);
  expect(made.profiles[0]?.profileFiles).toMatchObject([
    {
      fileSize: made.profiles[0]?.fileSize,
      sha256: sha256(await sampleApk()),
      installUrl: versionLink,
      downloadUrl: `${versionLink}/file`,
    },
  ]);
  const { id } = await host.service.people.createMember({ email: 'ann@example.com' });
  await host.service.people.removeMember(id);
  expect((await fetch(link)).status).toBe(404);
  await host.call('DELETE', path);
  expect((await fetch(versionLink ?? '')).status).toBe(404);
  expect(await host.service.installLink(made.profiles[0]?.id ?? 0)).toBeNull();
  for (const guess of ['1', '..%2F..%2Fservice.db', '%27', 'x'.repeat(150)]) {
    expect((await fetch(`${host.service.url}/install/${guess}/file`)).status).toBe(404);
  }
  expect((await fetch(`${host.service.url}/install/1`, { method: 'POST' })).status).toBe(405);
});

test('links are long, random and unique', async () => {
  const { host, made, link } = await withSentVersion(await sampleApk());
  const store = await host.add<StoreProfile>('/api/v3/appstore/profiles', await sampleApk());
  const links = [
    link,
    await host.service.installLink(made.profiles[0]?.id ?? 0),
    store.items[0]?.customUrl,
    store.iconUrl?.replace(/\/icon\.png$/, ''),
  ];
  for (const one of links) expect(one).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/install\/[\w-]{24}$/);
  expect(new Set(links).size).toBe(4);
});

test('a dead link returns HTML for the page and JSON for its files', async () => {
  const { host, path, link } = await withSentVersion(await sampleIpa(), 'a.ipa');
  const answers = async (): Promise<readonly unknown[]> => {
    const page = await fetch(link, { headers: { accept: 'text/html' } });
    const parts = [
      page.status,
      page.headers.get('content-type'),
      /<title>(.*?)<\/title>/.exec(await page.text())?.[1],
    ];
    for (const part of ['file', 'manifest.plist']) {
      const answer = await fetch(`${link}/${part}`);
      parts.push(answer.status, ((await answer.json()) as { code: string }).code);
    }
    return parts;
  };
  const html = 'text/html; charset=utf-8';
  await host.call('DELETE', `${path}/activate`);
  expect(await answers()).toEqual([
    ...[409, html, 'This version is inactive'],
    ...[409, 'service/inactive', 409, 'service/inactive'],
  ]);
  await host.call('POST', `${path}/activate`);
  await host.service.people.removeMember(1);
  const dead = [404, html, 'This link no longer works', 404, 'service/noLink', 404, 'service/noLink'];
  expect(await answers()).toEqual(dead);
  await host.call('DELETE', path);
  expect(await answers()).toEqual(dead);
});

test('a page names the required device when opened on another device', async () => {
  const ipa = { link: localLink(await withSentVersion(await sampleIpa(), 'a.ipa', { publicUrl })) };
  const apk = await withSentVersion(await sampleApk());
  const openWith = async (link: string, userAgent: string) => {
    const html = await (await fetch(link, { headers: { 'user-agent': userAgent } })).text();
    const device = /To install it, open this page on (.*?)\.</.exec(html)?.[1];
    expect(html.includes('class="go'), userAgent).toBe(device === undefined);
    return [html.includes('itms-services:'), device];
  };
  const { safari: phone, iPadAsMac: tablet, androidChrome: android, windows: desktop } = userAgents;
  for (const apple of [phone, tablet]) expect(await openWith(ipa.link, apple)).toEqual([true, undefined]);
  for (const other of [android, desktop]) {
    expect(await openWith(ipa.link, other)).toEqual([false, 'an iPhone or iPad']);
  }
  expect(await openWith(apk.link, android)).toEqual([false, undefined]);
  for (const other of [phone, tablet, desktop]) {
    expect(await openWith(apk.link, other)).toEqual([false, 'an Android device']);
  }
});

test('install links return the expected content types', async () => {
  const { link } = await withSentVersion(await sampleIpa(), 'App “ä”.ipa');
  const types: Record<string, string | null> = {};
  for (const part of ['', '/file', '/manifest.plist', '/icon.png']) {
    const answer = await fetch(link + part);
    types[part] = answer.headers.get('content-type');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    await answer.body?.cancel();
  }
  expect(types).toEqual({
    '': 'text/html; charset=utf-8',
    '/file': 'application/octet-stream',
    '/manifest.plist': 'text/xml; charset=utf-8',
    '/icon.png': 'image/png',
  });
});

test('a store profile has a page that lists its items', async () => {
  const host = await startHost();
  const made = await host.add<StoreProfile>('/api/v3/appstore/profiles', await sampleApk());
  await host.upload(`/api/v3/appstore/profiles/${made.id}`, await sampleIpa());
  const page = await fetch((await host.service.storeLink(made.id)) ?? '');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html.match(/<li>/g)).toHaveLength(2);
  expect(html).toContain(made.items[0]?.link);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT', 'Herunterladen', 'Android 7.0 oder neuer', '3,4', '21. November 2026'],
  ['fr', 'fr', 'Télécharger', 'Android 7.0 ou version ultérieure', '3,4', '21 novembre 2026'],
  ['es;q=1,tr-TR;q=0.5', 'tr-TR', 'İndir', 'Android 7.0 veya daha yenisi', '3,4', '21 Kasım 2026'],
  ['es-ES', 'en-GB', 'Download', 'Android 7.0 or later', '3.4', '21 November 2026'],
  ['en-US,en', 'en-US', 'Download', 'Android 7.0 or later', '3.4', 'November 21, 2026'],
  ['', 'en-GB', 'Download', 'Android 7.0 or later', '3.4', '21 November 2026'],
])('the install page is localised for Accept-Language %j', async (header, locale, ...texts) => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 8, 30));
  const apk = await sampleApk({ padding: 3_400_000 });
  const { link } = await withSentVersion(apk, 'app.apk', { clock });
  const page = await fetch(link, { headers: { 'accept-language': header } });
  expect(page.headers.get('vary')).toBe('Accept-Language, User-Agent');
  const html = await page.text();
  expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
  for (const text of texts) expect(html).toContain(text);
  expect(html).toContain('<h1 dir="auto">Shop &amp; Söhne &lt;b&gt;</h1>');
});

test('error pages and the front page are localised', async () => {
  const host = await startHost();
  const ask = (path: string) =>
    fetch(`${host.service.url}${path}`, { headers: { accept: 'text/html', 'accept-language': 'tr' } });
  const gone = await ask('/install/nothing');
  expect([gone.status, gone.headers.get('vary')]).toEqual([404, 'Accept-Language, User-Agent']);
  const html = await gone.text();
  expect(html).toContain('<html lang="tr" dir="ltr">');
  expect(html).toContain('<h1>Bu bağlantı artık geçerli değil</h1>');
  expect(await (await ask('/')).text()).toContain('<h1>Slipway dağıtım hizmeti</h1>');
});
