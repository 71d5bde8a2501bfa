/** A failure that affects every upload of an account blocks the account. */
import { expect, test } from 'vitest';
import type { AccountBlock } from '../../../main/uploads/upload-view.ts';
import type { Uploads } from '../../../main/uploads/uploads.ts';
import { inEnglish } from '../../english.ts';
import { startWorld, type World } from './uploads-world.ts';

const upload = /^POST .*profiles(\/\d+\/items)?$/;
const noRoom = {
  kind: 'answer',
  status: 507,
  headers: { 'content-type': 'application/problem+json' },
  body: '{"title":"The disk is full","status":507}',
} as const;

async function addThree(world: World): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const path = await world.build(`${name}.apk`, { id: `org.example.${name}`, label: name });
    ids.push((await world.uploads().add(world.request(path))).id);
  }
  return ids;
}

function recordBlocks(uploads: Uploads): (readonly AccountBlock[])[] {
  const all: (readonly AccountBlock[])[] = [];
  uploads.events.on('blocks', (blocks) => all.push(blocks));
  return all;
}

const nextBlock = (uploads: Uploads): Promise<AccountBlock> =>
  new Promise((resolve) => {
    const stop = uploads.events.on('blocks', ([block]) => {
      if (!block) return;
      stop();
      resolve(block);
    });
  });

test('a wrong password blocks the account and is not counted as an attempt', async () => {
  let password = 'not the password';
  const { world, uploads } = await startWorld({ password: () => password });
  const changes = recordBlocks(uploads);
  const ids = await addThree(world);
  await uploads.idle();
  expect(inEnglish(changes)).toMatchObject([
    [{ accountId: 'account', failure: { remedy: 'sign-in' }, until: null }],
  ]);
  for (const id of ids) {
    expect(inEnglish(uploads.get(id))).toMatchObject({
      state: 'queued',
      stateLabel: 'Waiting for the account',
      failure: null,
      block: { code: 'api/credentialsRefused' },
    });
  }
  expect(inEnglish(world.uploadRequests())).toBe(0);
  expect(inEnglish(world.lines.join('\n'))).not.toContain('not the password');

  password = world.service.firstUser?.password ?? '';
  await world.signIn();
  uploads.unblock('account');
  await uploads.idle();
  expect(inEnglish(uploads.blocks())).toEqual([]);
  expect(inEnglish(ids.map((id) => uploads.get(id)?.state))).toEqual(['done', 'done', 'done']);
  expect(inEnglish(await world.versions())).toHaveLength(3);
});

test('a restart retries a blocked account', async () => {
  const { world } = await startWorld({ password: () => 'not the password' });
  const [id = ''] = await addThree(world);
  await world.uploads().idle();
  const uploads = await world.restart({ start: false });
  expect(uploads.blocks()).toEqual([]);
  const again = nextBlock(uploads);
  await uploads.start();
  expect(await again).toMatchObject({ accountId: 'account', until: null });
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'queued', block: { remedy: 'sign-in' } });
});

test('a token rejected during an upload does not lead to a duplicate', async () => {
  const { world, uploads } = await startWorld();
  const refused = {
    ...noRoom,
    status: 401,
    body: '{"title":"The token is not accepted","status":401}',
  } as const;
  world.proxy.fault(upload, refused, { times: 2 });
  const { id } = await world.run(world.request(await world.build('a.apk')));
  expect(uploads.get(id)).toMatchObject({ state: 'queued', block: { code: 'api/unauthorized' } });
  await world.signIn();
  uploads.unblock('account');
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(await world.versions()).toHaveLength(1);
});

test('one upload at a time retries a service with full storage', async () => {
  const { world, uploads } = await startWorld();
  const changes = recordBlocks(uploads);
  world.proxy.fault(upload, noRoom, { times: 4 });
  const before = Date.now();
  const ids = await addThree(world);
  await uploads.idle();
  expect(ids.map((id) => uploads.get(id)?.state)).toEqual(['done', 'done', 'done']);
  expect(await world.versions()).toHaveLength(3);
  const pauses = changes.flatMap(([block]) => (block?.until ? [block.until - before] : []));
  expect(pauses.length).toBeGreaterThan(2);
  expect(changes.at(-1)).toEqual([]);
  // The first two uploads started in parallel. Later uploads started one at a time, until one succeeded.
  expect(world.uploadRequests()).toBe(7);
  for (const id of ids) {
    expect(uploads.get(id)?.timeline.filter((entry) => entry.event === 'failed')).toEqual([]);
  }
});

test('a service with full storage is not retried before Retry-After', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, { ...noRoom, headers: { ...noRoom.headers, 'retry-after': '3600' } });
  const blocked = nextBlock(uploads);
  const before = Date.now();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(inEnglish((await blocked).until)).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(inEnglish(uploads.get(id)?.block)?.quote).toContain('disk is full');
  uploads.unblock('account');
  await uploads.idle();
  expect(inEnglish(uploads.get(id)?.state)).toBe('done');
  expect(inEnglish(await world.versions())).toHaveLength(1);
});

test('an account is unblocked when its last waiting upload is cancelled', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, noRoom, { times: 99 });
  const blocked = nextBlock(uploads);
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  await blocked;
  expect(uploads.blocks()).toHaveLength(1);
  uploads.cancel(id);
  await uploads.idle();
  expect(uploads.blocks()).toEqual([]);
});
