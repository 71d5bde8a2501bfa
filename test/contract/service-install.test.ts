import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'plist';
import { expect, test } from 'vitest';
import type { StoreProfile, TestApplication, TestVersion } from '../../main/api/wire.ts';
import { sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

async function withSentVersion(build: Uint8Array<ArrayBuffer>, name = 'Größe "1".apk') {
  const host = await startHost();
  const made = (await (await host.upload(base, build, { name })).json()) as TestApplication;
  const path = `${base}/items/${made.profiles[0]?.id}`;
  await host.call('POST', `${path}/activate`);
  await host.call('POST', `${path}/send`, { body: { emails: ['ann@example.com'] } });
  const [message] = await host.service.outbox.list();
  const share = async () => (await host.json<TestVersion>('GET', path)).profileMembers[0];
  return { host, made, path, link: message?.installLink ?? '', share };
}

/** The download a page offers, as a browser would read it. */
function downloadOf(html: string): string {
  return /<a class="[^"]*\bdownload\b[^"]*" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

test('the link from the mail leads to a page and the page to the same bytes; the service sees it', async () => {
  const apk = await sampleApk({ padding: 3_000_000 });
  const { link, share } = await withSentVersion(apk);
  expect((await share())?.shareMemberStatus).toBe(1);
  const page = await fetch(link);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  for (const text of [
    'Shop &amp; Söhne &lt;b&gt;',
    '2.4.1 (1187)',
    'Android, API level 24 or later',
    '3.0 MB',
    '<svg',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain('<b>');
  expect((await share())?.shareMemberStatus).toBe(2);
  const file = await fetch(downloadOf(html), { headers: { 'user-agent': 'Test phone' } });
  expect(file.headers.get('content-type')).toBe('application/vnd.android.package-archive');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e _1_.apk"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.apk`,
  );
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(apk));
  expect(await share()).toMatchObject({
    shareMemberStatus: 3,
    profileDownloadHistories: [{ userAgent: 'Test phone', downloadDateTimeUtc: expect.any(String) }],
  });
  await (await fetch(link)).text();
  expect((await share())?.shareMemberStatus).toBe(3);
});

test('ranges, HEAD and conditional requests are answered', async () => {
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
  expect((await fetch(file, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await share())?.profileDownloadHistories).toHaveLength(1);
});

test('a file that is gone from the disk is said, not offered as the build', async () => {
  const apk = await sampleApk();
  const { host, link } = await withSentVersion(apk);
  const hash = sha256(apk);
  await rm(join(host.dataDir, 'blobs', hash.slice(0, 2), hash));
  const answer = await fetch(`${link}/file`, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  for (const name of ['content-disposition', 'etag', 'accept-ranges']) {
    expect(answer.headers.get(name)).toBeNull();
  }
  expect(await answer.text()).toContain('leads nowhere');
});

test('an ipa offers an itms-services link to a manifest that a property list reader accepts', async () => {
  const ipa = await sampleIpa();
  const { host, link } = await withSentVersion(ipa, 'a.ipa');
  const html = await (await fetch(link)).text();
  const install = /href="(itms-services:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const manifestUrl = new URL(install).searchParams.get('url') ?? '';
  expect(manifestUrl).toBe(`${link}/manifest.plist`);
  const manifest = await fetch(manifestUrl);
  expect(manifest.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const { items } = parse(await manifest.text()) as {
    items: { assets: { kind: string; url: string }[]; metadata: Record<string, string> }[];
  };
  expect(items[0]?.metadata).toEqual({
    'bundle-identifier': 'com.example.shop',
    'bundle-version': '2.5',
    kind: 'software',
    title: 'Shop & Söhne <b>',
  });
  const [software, icon] = items[0]?.assets ?? [];
  expect(software).toEqual({ kind: 'software-package', url: `${link}/file` });
  const file = await fetch(software?.url ?? '');
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(ipa));
  expect((await fetch(icon?.url ?? '')).headers.get('content-type')).toBe('image/png');
  expect(html).toContain('iOS 16.0 or later');
  expect(downloadOf(html)).toBe(`${link}/file`);
  expect(host.lines.join('\n')).not.toContain(link.split('/').at(-1));
});

test('a version that is not active cannot be opened or downloaded, and says why', async () => {
  const { host, path, link } = await withSentVersion(await sampleApk());
  await host.call('DELETE', `${path}/activate`);
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('is not active');
  const file = await fetch(`${link}/file`);
  expect([file.status, (await file.json()).code]).toEqual([409, 'service/inactive']);
});

test('links die with the version and with the member; others cannot be guessed', async () => {
  const { host, made, path, link } = await withSentVersion(await sampleApk());
  const versionLink = await host.service.installLink(made.profiles[0]?.id ?? 0);
  expect((await fetch(versionLink ?? '')).status).toBe(200);
  expect(made.profiles[0]?.profileFiles).toMatchObject([
    { installUrl: versionLink, downloadUrl: `${versionLink}/file` },
  ]);
  const { members } = await host.service.people.list();
  await host.service.people.removeMember(members[0]?.id ?? 0);
  expect((await fetch(link)).status).toBe(404);
  await host.call('DELETE', path);
  expect((await fetch(versionLink ?? '')).status).toBe(404);
  expect(await host.service.installLink(made.profiles[0]?.id ?? 0)).toBeNull();
  for (const guess of ['1', '..%2F..%2Fservice.db', '%27', 'x'.repeat(150)]) {
    expect((await fetch(`${host.service.url}/install/${guess}/file`)).status).toBe(404);
  }
  expect((await fetch(`${host.service.url}/install/1`, { method: 'POST' })).status).toBe(405);
});

test('a store profile has a page with its items', async () => {
  const host = await startHost();
  const made = (await (
    await host.upload('/api/v3/appstore/profiles', await sampleApk())
  ).json()) as StoreProfile;
  await host.upload(`/api/v3/appstore/profiles/${made.id}`, await sampleIpa());
  const page = await fetch((made.iconUrl ?? '').replace(/\/icon\.png$/, ''));
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html.match(/<li>/g)).toHaveLength(2);
  expect(html).toContain(made.items[0]?.link);
});

test('the front page says what this is', async () => {
  const host = await startHost();
  const front = await fetch(host.service.url);
  expect([front.status, await front.text()]).toEqual([
    200,
    expect.stringContaining('Slipway distribution service'),
  ]);
});
