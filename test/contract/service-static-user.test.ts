/** Store profiles whose pages ask for a user name and a password (`enableStaticAuht`). */
import { parse } from 'plist';
import { expect, test } from 'vitest';
import type { StoreProfile } from '../../main/api/wire.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { sampleApk, sampleIpa, sha256, startHost } from './service-host.ts';

const base = '/api/v3/appstore/profiles';
const right = 'ann:päss:word';

async function guardedProfile() {
  const clock = createFakeClock();
  const host = await startHost({ clock });
  const ipa = await sampleIpa();
  const made = (await (await host.upload(base, ipa)).json()) as StoreProfile;
  await host.upload(`${base}/${made.id}`, await sampleApk());
  const access = (staticUser: { userName: string; password: string } | null) =>
    host.service.setProfileAccess(made.id, { staticUser });
  await access({ userName: 'ann', password: 'päss:word' });
  const ask = (url: string, credentials?: string, method = 'GET') => {
    const authorization = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
    return fetch(url, { method, headers: credentials === undefined ? {} : { authorization } });
  };
  const status = async (url: string, credentials?: string, method?: string) => {
    const answer = await ask(url, credentials, method);
    await answer.body?.cancel();
    return answer.status;
  };
  const page = made.iconUrl?.replace(/\/icon\.png$/, '') ?? '';
  const item = made.items[0]?.customUrl ?? '';
  return { clock, host, ipa, made, page, item, access, ask, status };
}

test('its page, the pages of its items, their files and manifests ask for name and password', async () => {
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

test('wrong guesses are slowed down like sign-ins, and never keep out who knows the password', async () => {
  const { clock, page, item, ask, status } = await guardedProfile();
  expect(await status(page)).toBe(401);
  for (const guess of ['ann:a', 'ben:b', 'x']) expect(await status(page, guess)).toBe(401);
  const slowed = await ask(`${item}/file`, 'ann:c');
  expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await slowed.json()).toMatchObject({ code: 'service/slowDown' });
  expect(await (await ask(page, 'ann:d')).text()).toContain('Wait a little, then open this page again.');
  await clock.advance(1_000);
  expect(await status(page, 'ann:d')).toBe(401);
  const again = await ask(page, 'ann:e');
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '2']);
  for (let index = 0; index < 50; index += 1) expect(await status(page, right)).toBe(200);
});

test('iOS installs without asking: its links carry a pass that ends by itself and with the password', async () => {
  const { clock, host, ipa, item, page, access, ask, status } = await guardedProfile();
  const html = await (await ask(page, right)).text();
  const install = /href="(itms-services:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const manifestUrl = new URL(install).searchParams.get('url') ?? '';
  expect(manifestUrl.startsWith(`${item}/manifest.plist?pass=`)).toBe(true);
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
  const fresh = /url=([^"]+)"/.exec(await (await ask(page, right)).text())?.[1] ?? '';
  expect(await status(decodeURIComponent(fresh))).toBe(200);
  await access({ userName: 'ann', password: 'another word' });
  expect(await status(decodeURIComponent(fresh))).toBe(401);
  await access(null);
  expect(await (await ask(page)).text()).not.toContain('pass=');
});

test('a profile that is switched off offers nothing, and asks for the password first', async () => {
  const { host, made, page, item, access, ask, status } = await guardedProfile();
  await host.service.setProfileAccess(made.id, { enabled: false });
  expect(await status(page)).toBe(401);
  await access(null);
  const off = await ask(page);
  expect(off.status).toBe(409);
  const html = await off.text();
  expect(html).toContain('These builds are disabled');
  expect(html).not.toMatch(/<a |\/install\/|Shop/);
  for (const url of [item, `${item}/file`, `${item}/manifest.plist`]) expect(await status(url)).toBe(409);
  expect((await host.json<StoreProfile>('GET', `${base}/${made.id}`)).items[0]?.clickCount).toBe(0);
});
