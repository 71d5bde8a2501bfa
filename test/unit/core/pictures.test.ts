import { expect, test } from 'vitest';
import type { Api } from '../../../main/api/client.ts';
import { createPictures, type Pictures } from '../../../main/core/apps/pictures.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import { clientAt, serverOf, withToken } from '../api/api-world.ts';
import { jpeg, plainApplePng, plainPng, webps } from '../packages/pictures.ts';

/** Creates the pictures of an account. Its service serves `files` by path. */
async function world(
  files: Readonly<Record<string, Buffer>>,
  given?: Pick<Api, 'bytes'>,
): Promise<{
  readonly pictures: Pictures;
  readonly clock: FakeClock;
  readonly requests: string[];
  readonly url: string;
}> {
  const requests: string[] = [];
  const url = await serverOf(
    withToken((request, response) => {
      const path = request.url ?? '';
      requests.push(path);
      const file = files[path];
      response.writeHead(file ? 200 : 404).end(file);
    }),
  );
  const api = given ? { ...clientAt(url).api, ...given } : clientAt(url).api;
  const clock = createFakeClock();
  const pictures = createPictures({
    sessions: { api: () => api },
    clock,
    builtIn: { service: () => ({ url: 'https://outside.example', localUrl: url }) },
  });
  return { pictures, clock, requests, url };
}

test('get() returns data URLs and converts Apple PNG files', async () => {
  const files = {
    '/png': plainPng(9),
    '/apple': plainApplePng(9, [1, 2, 3]),
    '/jpeg': jpeg,
    '/webp': webps.lossy,
  };
  const { pictures } = await world(files);
  expect(await pictures.get({ accountId: 'a', address: '/png' })).toBe(
    `data:image/png;base64,${files['/png'].toString('base64')}`,
  );
  expect(await pictures.get({ accountId: 'a', address: '/jpeg' })).toBe(
    `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  );
  expect(await pictures.get({ accountId: 'a', address: '/webp' })).toMatch(/^data:image\/webp;base64,/);
  const apple = Buffer.from(
    (await pictures.get({ accountId: 'a', address: '/apple' }))?.split(',')[1] ?? '',
    'base64',
  );
  expect(apple.includes('CgBI')).toBe(false);
  expect(apple.subarray(1, 4).toString()).toBe('PNG');
});

test.each([
  ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a picture that is cut off', plainPng(9).subarray(0, 60)],
  ['a picture too large for an icon', plainPng(2_049)],
  ['an empty file', Buffer.alloc(0)],
])('get() returns null for %s', async (_, bytes) => {
  const { pictures } = await world({ '/icon': bytes });
  expect(await pictures.get({ accountId: 'a', address: '/icon' })).toBeNull();
});

test('get() allows another origin only for URLs that the service returned', async () => {
  const requests: (string | undefined)[] = [];
  const api = {
    bytes: async (address: string, _: number, { allowOtherOrigins = false } = {}) => {
      requests.push(`${address} ${allowOtherOrigins}`);
      return null;
    },
  };
  const { pictures } = await world({}, api);
  pictures.learn('a', ['https://files.example/icon', null, '']);
  await pictures.get({ accountId: 'a', address: 'https://files.example/icon' });
  await pictures.get({ accountId: 'b', address: 'https://files.example/icon' });
  await pictures.get({ accountId: 'a', address: 'https://files.example/other' });
  expect(requests).toEqual([
    'https://files.example/icon true',
    'https://files.example/icon false',
    'https://files.example/other false',
  ]);
});

test('get() retries a service that was unreachable', async () => {
  let reachable = false;
  const api = {
    bytes: async () => {
      if (!reachable) throw new Error('unreachable');
      return plainPng(3);
    },
  };
  const { pictures } = await world({}, api);
  await expect(pictures.get({ accountId: 'a', address: '/icon' })).rejects.toThrow('unreachable');
  reachable = true;
  expect(await pictures.get({ accountId: 'a', address: '/icon' })).toMatch(/^data:image\/png/);
});

test('get() caches a picture for an hour and a missing picture for a minute', async () => {
  const files: Record<string, Buffer> = { '/icon': plainPng(9) };
  const { pictures, clock, requests } = await world(files);
  const given = await Promise.all([1, 2, 3].map(() => pictures.get({ accountId: 'a', address: '/icon' })));
  expect(new Set(given).size).toBe(1);
  await pictures.get({ accountId: 'a', address: '/icon' });
  expect(requests).toEqual(['/icon']);
  await pictures.get({ accountId: 'b', address: '/icon' });
  expect(requests).toEqual(['/icon', '/icon']);
  await clock.advance(60 * 60_000);
  await pictures.get({ accountId: 'a', address: '/icon' });
  expect(requests).toHaveLength(3);

  expect(await pictures.get({ accountId: 'a', address: '/late' })).toBeNull();
  files['/late'] = plainPng(5);
  expect(await pictures.get({ accountId: 'a', address: '/late' })).toBeNull();
  await clock.advance(60_000);
  expect(await pictures.get({ accountId: 'a', address: '/late' })).toMatch(/^data:image\/png/);
});

test('get() requests a picture again when its revision changes', async () => {
  const { pictures, requests } = await world({ '/png': plainPng(9) });
  for (const revision of ['one', 'one', 'two', 'two'])
    await pictures.get({ accountId: 'a', address: '/png', revision });
  expect(requests).toEqual(['/png', '/png']);
});

test('get() evicts the least recently used picture', async () => {
  const file = plainPng(3);
  const { pictures, requests } = await world(
    Object.fromEntries(Array.from({ length: 2_002 }, (_, at) => [`/${at}`, file])),
  );
  for (let at = 0; at < 2_000; at += 1) await pictures.get({ accountId: 'a', address: `/${at}` });
  await pictures.get({ accountId: 'a', address: '/0' });
  await pictures.get({ accountId: 'a', address: '/2000' });
  expect(requests).toHaveLength(2_001);
  await pictures.get({ accountId: 'a', address: '/0' });
  expect(requests).toHaveLength(2_001);
  await pictures.get({ accountId: 'a', address: '/1' });
  expect(requests.at(-1)).toBe('/1');
});

test('get() requests the built-in service at its local address', async () => {
  const { pictures } = await world({ '/icon': plainPng(9) });
  expect(
    await pictures.get({ accountId: builtInAccountId, address: 'https://outside.example/icon' }),
  ).toMatch(/^data:image\/png/);
});
