/** Store profiles whose pages require a user name and a password (`enableStaticAuht`). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'plist';
import { expect, test } from 'vitest';
import type { StoreProfile } from '../../../main/api/wire.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const base = '/api/v3/appstore/profiles';
const right = 'ann:päss:word';

async function guardedProfile(options: Parameters<typeof startHost>[0] = {}) {
  const clock = createFakeClock();
  const host = await startHost({ clock, ...options });
  const ipa = await sampleIpa();
  const made = await host.add<StoreProfile>(base, ipa);
  await host.upload(`${base}/${made.id}`, await sampleApk());
  const access = (staticUser: { userName: string; password: string } | null) =>
    host.service.setProfileAccess(made.id, { staticUser });
  await access({ userName: 'ann', password: 'päss:word' });
  const ask = (url: string, credentials?: string, method = 'GET', more: Record<string, string> = {}) => {
    const authorization = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
    const headers = credentials === undefined ? more : { authorization, ...more };
    return fetch(url, { method, headers });
  };
  const status = async (url: string, credentials?: string, method?: string) => {
    const answer = await ask(url, credentials, method);
    await answer.body?.cancel();
    return answer.status;
  };
  /** Opens the page with the password and returns its download address. */
  const offered = async (url: string): Promise<string> => {
    const link = /href="([^"]*\/file\?pass=[^"]+)"/.exec(await (await ask(url, right)).text())?.[1] ?? '';
    return new URL(link.replaceAll('&amp;', '&'), host.service.url).href;
  };
  const page = (await host.service.storeLink(made.id)) ?? '';
  const item = made.items[0]?.customUrl ?? '';
  return { clock, host, ipa, made, page, item, access, ask, status, offered };
}

test('a protected profile requires its password for pages and files', async () => {
  const { page, item, ask, status } = await guardedProfile();
  const guarded = [page, item, `${item}/file`, `${item}/manifest.plist`];
  for (const url of guarded) {
    const asked = await ask(url);
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Install page", charset="UTF-8"',
    ]);
    await asked.body?.cancel();
    expect(await status(url, 'ann:')).toBe(401);
    expect(await status(url, right)).toBe(200);
    expect(await status(url, right.normalize('NFD'))).toBe(200);
  }
  expect(await status(`${item}/file`, undefined, 'HEAD')).toBe(401);
});

test('the rate limiter delays wrong passwords but not a valid cookie', async () => {
  const { clock, page, item, access, ask, status } = await guardedProfile();
  const [cookie = ''] = (await ask(page, right)).headers.get('set-cookie')?.split(';') ?? [];
  expect(await status(page)).toBe(401);
  for (const guess of ['ann:a', 'ben:b', 'x']) expect(await status(page, guess)).toBe(401);
  const slowed = await ask(`${item}/file`, 'ann:c');
  expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await slowed.json()).toMatchObject({ code: 'service/rateLimited' });
  expect(await (await ask(page, 'ann:d')).text()).toContain('Wait a little, then open this page again.');
  await clock.advance(1_000);
  expect(await status(page, 'ann:d')).toBe(401);
  const again = await ask(page, 'ann:e');
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '2']);
  expect(await status(page, right)).toBe(429);
  const withCookie = async (url: string, value = cookie) =>
    (await ask(url, undefined, 'GET', { cookie: value })).status;
  for (const url of [page, item, `${item}/file`, `${item}/manifest.plist`])
    expect(await withCookie(url, `a=b; my-${cookie}; ${cookie}`)).toBe(200);
  expect(await withCookie(page, `${cookie}x`)).toBe(401);
  await clock.advance(2_000);
  expect(await status(page, right)).toBe(200);
  await clock.advance(24 * 60 * 60_000);
  expect(await withCookie(page)).toBe(401);
  await access({ userName: 'ann', password: 'another word' });
  const [next = ''] = (await ask(page, 'ann:another word')).headers.get('set-cookie')?.split(';') ?? [];
  expect(await withCookie(page, next)).toBe(200);
  await access({ userName: 'ann', password: 'a third word' });
  expect(await withCookie(page, next)).toBe(401);
});

test.each([
  [undefined, 'Path=/install; HttpOnly; SameSite=Lax'],
  ['https://builds.example.org/slipway', 'Path=/slipway/install; HttpOnly; SameSite=Lax; Secure'],
])('the cookie is limited to the install pages with public URL %s', async (publicUrl, attributes) => {
  const { host, page, ask } = await guardedProfile(publicUrl === undefined ? {} : { publicUrl });
  const answer = await ask(page.replace(host.service.url, host.service.localUrl), right);
  expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^slipway-profile-1=.*; ${attributes}$`));
});

test('a page password is stored as a hash and never returned', async () => {
  const { host, made } = await guardedProfile();
  const answers = await Promise.all([base, `${base}/${made.id}`].map((path) => host.json('GET', path)));
  expect(JSON.stringify(answers)).not.toContain('päss');
  await host.service.stop();
  for (const file of await readdir(host.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('päss:word');
});

test('the rate limiter counts an IPv6 /64 network as one client', async () => {
  const { item, ask } = await guardedProfile({ proxyHops: 1 });
  const guess = async (address: string) =>
    (await ask(item, 'ann:wrong', 'GET', { 'x-forwarded-for': address })).status;
  for (let index = 1; index < 4; index += 1) expect(await guess(`2001:db8:0:1::${index}`)).toBe(401);
  expect(await guess('2001:db8:0:1:ffff::9')).toBe(429);
  expect(await guess('2001:db8:0:2::1')).toBe(401);
});

test('the rate limiter distinguishes client addresses behind a proxy', async () => {
  const { item, ask } = await guardedProfile({ proxyHops: 1 });
  const guess = async (address: string, forged = '') => {
    const answer = await ask(item, 'ann:wrong', 'GET', { 'x-forwarded-for': `${forged}${address}` });
    await answer.body?.cancel();
    return answer.status;
  };
  for (let index = 0; index < 3; index += 1) expect(await guess('203.0.113.7')).toBe(401);
  expect(await guess('203.0.113.7', '203.0.113.9, ')).toBe(429);
  expect(await guess('203.0.113.8')).toBe(401);
});

test('the Android download manager fetches the file without a password', async () => {
  const { host, ask, offered } = await guardedProfile();
  const [, apk] = (await host.json<StoreProfile>('GET', `${base}/1`)).items;
  const answer = await ask(await offered(apk?.customUrl ?? ''));
  expect(answer.status).toBe(200);
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(await sampleApk()));
});

test('an interrupted download resumes hours later if the build is the same', async () => {
  const { clock, ipa, item, ask, offered } = await guardedProfile();
  const file = await offered(item);
  const begun = await ask(file, undefined, 'GET', { range: 'bytes=0-99' });
  const etag = begun.headers.get('etag') ?? '';
  const start = Buffer.from(await begun.arrayBuffer());
  await clock.advance(5 * 60 * 60_000);
  const rest = await ask(file, undefined, 'GET', { range: 'bytes=100-', 'if-range': etag });
  expect(rest.status).toBe(206);
  expect(sha256(Buffer.concat([start, Buffer.from(await rest.arrayBuffer())]))).toBe(sha256(ipa));
  const other = await ask(file, undefined, 'GET', { range: 'bytes=100-', 'if-range': '"another"' });
  expect([other.status, sha256(new Uint8Array(await other.arrayBuffer()))]).toEqual([200, sha256(ipa)]);
});

test('the links of a manifest contain a pass that expires', async () => {
  const { clock, host, ipa, page, item, access, ask, status, offered } = await guardedProfile();
  const manifestUrl = (await offered(item)).replace('/file?', '/manifest.plist?');
  expect(manifestUrl).toContain(`${item}/manifest.plist?pass=`);
  const { items } = parse(await (await ask(manifestUrl)).text()) as {
    items: { assets: { url: string }[] }[];
  };
  const fileUrl = items[0]?.assets[0]?.url ?? '';
  const file = await ask(fileUrl);
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(ipa));

  const [, pass = ''] = manifestUrl.split('?pass=');
  expect(await status(`${item}?pass=${pass}`), 'the page itself takes no pass').toBe(401);
  const later = `${Number(pass.split('-')[0]) + 1}-${pass.split('-').slice(1).join('-')}`;
  for (const wrong of ['', '1-x', later, `${pass}x`]) {
    expect(await status(`${item}/file?pass=${encodeURIComponent(wrong)}`)).toBe(401);
  }
  const [, other] = (await host.json<StoreProfile>('GET', `${base}/1`)).items;
  expect(await status(`${other?.link}?pass=${pass}`), 'another item takes no pass of this one').toBe(401);

  await clock.advance(24 * 60 * 60_000 - 1);
  expect(await status(fileUrl)).toBe(200);
  await clock.advance(1);
  expect(await status(manifestUrl)).toBe(401);
  const fresh = (await offered(item)).replace('/file?', '/manifest.plist?');
  expect(await status(fresh)).toBe(200);
  await access({ userName: 'ann', password: 'another word' });
  expect(await status(fresh)).toBe(401);
  await access(null);
  expect(await (await ask(page)).text()).not.toContain('pass=');
});

test('a disabled profile requires the password and offers no builds', async () => {
  const { host, made, page, item, access, ask, status } = await guardedProfile();
  await host.service.setProfileAccess(made.id, { enabled: false });
  expect(await status(page)).toBe(401);
  await access(null);
  const off = await ask(page);
  expect(off.status).toBe(409);
  const html = await off.text();
  expect(html).toContain('These builds are inactive');
  expect(html).not.toMatch(/<a |\/install\//);
  for (const url of [item, `${item}/file`, `${item}/manifest.plist`]) expect(await status(url)).toBe(409);
  expect((await host.json<StoreProfile>('GET', `${base}/${made.id}`)).items[0]?.clickCount).toBe(0);
});
