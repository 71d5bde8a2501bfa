/** Trouble that would meet every upload of an account holds up the account, not each upload. */
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

/** Every change of what is held up, as it was announced. */
function announced(uploads: Uploads): (readonly AccountBlock[])[] {
  const all: (readonly AccountBlock[])[] = [];
  uploads.events.on('blocks', (holds) => all.push(holds));
  return all;
}

const held = (uploads: Uploads): Promise<AccountBlock> =>
  new Promise((resolve) => {
    const stop = uploads.events.on('blocks', ([block]) => {
      if (!block) return;
      stop();
      resolve(block);
    });
  });

test('a wrong password is said once, lets everything wait, and uses up no try', async () => {
  let password = 'not the password';
  const { world, uploads } = await startWorld({ password: () => password });
  const changes = announced(uploads);
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

test('the next start tries a held up account again', async () => {
  const { world } = await startWorld({ password: () => 'not the password' });
  const [id = ''] = await addThree(world);
  await world.uploads().idle();
  const uploads = await world.restart({ start: false });
  expect(uploads.blocks()).toEqual([]);
  const again = held(uploads);
  await uploads.start();
  expect(await again).toMatchObject({ accountId: 'account', until: null });
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'queued', block: { remedy: 'sign-in' } });
});

test('a sign-in that ends in the middle breaks nothing and sends nothing twice', async () => {
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

test('a full service is tried by one upload at a time until it has room', async () => {
  const { world, uploads } = await startWorld();
  const changes = announced(uploads);
  world.proxy.fault(upload, noRoom, { times: 4 });
  const before = Date.now();
  const ids = await addThree(world);
  await uploads.idle();
  expect(ids.map((id) => uploads.get(id)?.state)).toEqual(['done', 'done', 'done']);
  expect(await world.versions()).toHaveLength(3);
  const pauses = changes.flatMap(([block]) => (block?.until ? [block.until - before] : []));
  expect(pauses.length).toBeGreaterThan(2);
  expect(changes.at(-1)).toEqual([]);
  // Both that were allowed at first may have met it; then one at a time, and the rest only once one was taken.
  expect(world.uploadRequests()).toBe(7);
  for (const id of ids) {
    expect(uploads.get(id)?.timeline.filter((entry) => entry.event === 'failed')).toEqual([]);
  }
});

test('a full service is not asked before it wants to be', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, { ...noRoom, headers: { ...noRoom.headers, 'retry-after': '3600' } });
  const met = held(uploads);
  const before = Date.now();
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  expect(inEnglish((await met).until)).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(inEnglish(uploads.get(id)?.block)?.message).toContain('disk is full');
  uploads.unblock('account');
  await uploads.idle();
  expect(inEnglish(uploads.get(id)?.state)).toBe('done');
  expect(inEnglish(await world.versions())).toHaveLength(1);
});

test('an account that nothing waits for any more is not held up', async () => {
  const { world, uploads } = await startWorld();
  world.proxy.fault(upload, noRoom, { times: 99 });
  const met = held(uploads);
  const { id } = await uploads.add(world.request(await world.build('a.apk')));
  await met;
  expect(uploads.blocks()).toHaveLength(1);
  uploads.cancel(id);
  await uploads.idle();
  expect(uploads.blocks()).toEqual([]);
});
