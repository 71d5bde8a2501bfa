/** Uploads of a recipe, from which the service assembles the build. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type {
  StoreItem,
  StoreProfile,
  TestApplication,
  TestVersion,
  UploadBase,
} from '../../../main/api/wire.ts';
import { entryFrom } from '../../../main/delta/segments.ts';
import { defaultLimits } from '../../../main/service/http/limits.ts';
import { recipeOf } from '../../unit/delta/recipes.ts';
import { sendRecipe } from './recipes.ts';
import {
  codeOf,
  hashOf,
  metadataOf,
  objectCount,
  offsetOf,
  patch,
  start,
  storedHashes,
  targetOf,
  tusCall,
  uploads,
} from './resumable-client.ts';
import { caller, sampleApk, sha256, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

async function startWithBase(given: Parameters<typeof startHost>[0] = {}) {
  const host = await startHost(given);
  const base = await sampleApk({ padding: 300_000 });
  const build = await sampleApk({ padding: 300_000, version: '2.5.0' });
  const application = await host.add<TestApplication>(testing, base);
  const target = targetOf(host);
  return { host, base, build, application, target, recipe: await recipeOf(base, build) };
}

type World = Awaited<ReturnType<typeof startWithBase>>;

/** Expects that the service has only the base, without leftovers. */
async function expectOnlyBase({ host, base }: World): Promise<void> {
  expect(await storedHashes(host)).toEqual([sha256(base)]);
  expect(await objectCount(host)).toBe(1);
}

describe('a recipe', () => {
  test('creates a version from an earlier one', async () => {
    const world = await startWithBase();
    const { host, base, build, application, recipe, target } = world;
    expect(recipe.length).toBeLessThan(build.length / 2);
    const response = await sendRecipe(target, `testingdist/${application.id}`, world);
    expect(response.status).toBe(201);
    expect(hashOf((await response.json()) as TestVersion)).toBe(sha256(build));
    expect(await storedHashes(host)).toEqual([sha256(build), sha256(base)]);
  });

  test('creates an item of a profile', async () => {
    const world = await startWithBase();
    const profile = await world.host.add<StoreProfile>(store, world.base);
    const response = await sendRecipe(world.target, `appstore/${profile.id}`, world);
    expect([response.status, ((await response.json()) as StoreItem).sha256]).toEqual([
      201,
      sha256(world.build),
    ]);
  });

  test('resumes after an interruption', async () => {
    const { target, base, build, recipe, host } = await startWithBase({ limits: { uploadPartBytes: 1_000 } });
    const metadata = metadataOf({ base: sha256(base), size: String(build.length) });
    const response = await start(target, 'testingdist', recipe.length, { metadata });
    const address = target.url + new URL(response.headers.get('location') ?? '').pathname;
    expect((await patch(target, address, 0, recipe.slice(0, 100))).status).toBe(204);
    expect(await offsetOf(target, address)).toBe(100);
    expect((await patch(target, address, 100, recipe.slice(100))).status).toBe(201);
    expect((await tusCall(target, 'GET', address)).status).toBe(200);
    expect(await storedHashes(host)).toContain(sha256(build));
  });

  test('is listed as an extension by OPTIONS', async () => {
    const { url } = targetOf(await startHost());
    const { headers } = await fetch(`${url}${uploads}/testingdist`, { method: 'OPTIONS' });
    expect(headers.get('tus-extension')?.split(',')).toContain('delta');
  });
});

describe('the entries of the newest build', () => {
  const app = { platform: 'android', packageId: 'com.example.shop' };

  async function addressOf({ host }: World): Promise<string> {
    const { url } = targetOf(host);
    const { headers } = await fetch(`${url}${uploads}/testingdist`, { method: 'OPTIONS' });
    const [, address = ''] = /^<(.*)>; rel="get_upload_base"$/.exec(headers.get('link') ?? '') ?? [];
    return address.replace(host.service.url, '');
  }

  test('are found through the Link header, and suffice for a recipe', async () => {
    const world = await startWithBase();
    const { host, target, base, build } = world;
    const address = await addressOf(world);
    const found = await host.json<UploadBase>('GET', `${address}?${new URLSearchParams(app)}`);
    expect([found.sha256, found.size]).toEqual([sha256(base), base.length]);
    expect((await host.call('HEAD', `${address}?${new URLSearchParams(app)}`)).status).toBe(200);
    const recipe = await recipeOf({ ...found, entries: found.entries.map(entryFrom) }, build);
    expect(recipe.length).toBeLessThan(build.length / 2);
    const response = await sendRecipe(target, 'testingdist', { ...world, recipe });
    expect(response.status).toBe(201);
    expect(await storedHashes(host)).toEqual([sha256(base), sha256(build)]);
  });

  test.each([
    {},
    { ...app, packageId: 'com.example.till' },
    { ...app, packageId: 'com.example.shop\0' },
    { ...app, platform: 'ios' },
    { ...app, platform: 'Android' },
  ])('are not found for %j', async (query) => {
    const { host } = await startWithBase();
    const answer = await host.call('GET', `${uploads}/base?${new URLSearchParams(query)}`);
    expect(await codeOf(answer)).toEqual([424, 'service/baseUnknown']);
  });

  test('are hidden from tokens for other applications', async () => {
    const { host } = await startWithBase();
    const token = await host.service.accessTokens.add({
      ...{ name: 'builds', scopes: ['upload'], expiresAt: null },
      apps: [{ platform: null, packageId: 'com.example.till' }],
    });
    const answers = await Promise.all(
      ['com.example.shop', 'com.example.till'].map((packageId) => {
        const query = new URLSearchParams({ ...app, packageId });
        return caller(host.service.url, token.token).call('GET', `${uploads}/base?${query}`);
      }),
    );
    for (const answer of answers) expect(await codeOf(answer)).toEqual([424, 'service/baseUnknown']);
  });
});

describe('a recipe is refused', () => {
  test('if the service does not have the base', async () => {
    const world = await startWithBase();
    const response = await sendRecipe(world.target, 'testingdist', world, { base: '0'.repeat(64) });
    expect(await codeOf(response)).toEqual([424, 'service/baseUnknown']);
    await expectOnlyBase(world);
  });

  test('with the same response if the token may not see the base', async () => {
    const world = await startWithBase();
    const token = await world.host.service.accessTokens.add({
      ...{ name: 'builds', scopes: ['upload'], expiresAt: null },
      apps: [{ platform: null, packageId: 'com.example.till' }],
    });
    const target = { ...world.target, token: token.token };
    const hidden = await sendRecipe(target, 'testingdist', world);
    const missing = await sendRecipe(target, 'testingdist', world, { base: '0'.repeat(64) });
    expect(hidden.status).toBe(424);
    const withoutId = async (response: Response) => ({
      ...((await response.json()) as object),
      instance: '',
    });
    expect(await withoutId(hidden)).toEqual(await withoutId(missing));
  });

  test('if the base was removed during the upload', async () => {
    const { target, base, build, recipe, host, application } = await startWithBase();
    const metadata = metadataOf({ base: sha256(base), size: String(build.length) });
    const response = await start(target, 'testingdist', recipe.length, { metadata });
    const address = target.url + new URL(response.headers.get('location') ?? '').pathname;
    await host.call('DELETE', `${testing}/${application.id}`);
    const refused = [424, 'service/baseUnknown'];
    expect(await codeOf(await patch(target, address, 0, recipe))).toEqual(refused);
    expect(await codeOf(await tusCall(target, 'GET', address))).toEqual(refused);
    expect(await storedHashes(host)).toEqual([]);
  });

  test('if it belongs to another base', async () => {
    const world = await startWithBase();
    const other = await sampleApk({ padding: 1_000 });
    await world.host.upload(`${testing}/${world.application.id}/items`, other);
    const response = await sendRecipe(world.target, 'testingdist', world, { base: sha256(other) });
    expect(await codeOf(response)).toEqual([424, 'service/badRecipe']);
    expect(await storedHashes(world.host)).toEqual([sha256(other), sha256(world.base)]);
  });

  test('if its result is another application', async () => {
    const world = await startWithBase();
    const build = await sampleApk({ padding: 300_000, id: 'com.example.till' });
    const recipe = await recipeOf(world.base, build);
    const response = await sendRecipe(world.target, 'testingdist', { ...world, build, recipe });
    expect(await codeOf(response)).toEqual([424, 'service/badRecipe']);
    await expectOnlyBase(world);
  });

  test.each([-1, 1])('if its result has another size than announced (%i)', async (difference) => {
    const world = await startWithBase();
    const size = String(world.build.length + difference);
    const response = await sendRecipe(world.target, 'testingdist', world, { size });
    expect(await codeOf(response)).toEqual([424, 'service/badRecipe']);
    await expectOnlyBase(world);
  });

  test('if it is damaged', async () => {
    const world = await startWithBase();
    const damaged = [
      world.recipe.slice(0, -1),
      world.recipe.slice(0, 10),
      world.recipe.map((byte, at) => (at === world.recipe.length - 40 ? byte ^ 1 : byte)),
      new Uint8Array(randomBytes(5_000)),
      world.build,
    ];
    for (const recipe of damaged) {
      const response = await sendRecipe(world.target, 'testingdist', { ...world, recipe });
      expect(await codeOf(response)).toEqual([424, 'service/badRecipe']);
    }
    await expectOnlyBase(world);
  });

  test('if its result exceeds the maximum size or the daily quota', async () => {
    const limits = { daily: { ...defaultLimits.daily, bytes: 500_000 }, maxBuildBytes: 1_000_000 };
    const world = await startWithBase({ limits });
    const codes: unknown[] = [];
    for (const size of ['1000001', '400000'])
      codes.push(await codeOf(await sendRecipe(world.target, 'testingdist', world, { size })));
    expect(codes).toEqual([
      [413, 'service/tooLarge'],
      [429, 'service/dailyBytes'],
    ]);
    await expectOnlyBase(world);
  });

  test.each([
    ['base', 'A'.repeat(64)],
    ['base', ''],
    ['size', '-1'],
    ['size', ''],
  ])('if its %s is not valid: "%s"', async (name, value) => {
    const world = await startWithBase();
    const response = await sendRecipe(world.target, 'testingdist', world, { [name]: value });
    expect(await codeOf(response)).toEqual([400, 'service/uploadHeaders']);
  });
});
