/** Delayed sends, which the user can undo. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startWorld, type World } from './uploads-world.ts';

const grace = { teamIds: [], memberIds: [], emails: ['grace@example.org'] };

async function mails(world: World): Promise<readonly string[]> {
  await world.service.idle();
  return (await world.service.outbox.list()).map((message) => message.to).sort();
}

/** Uploads a build without recipients. */
async function uploaded(world: World): Promise<string> {
  const request = world.request(await world.build('a.apk'), { recipients: { ...grace, emails: [] } });
  return (await world.run(request)).id;
}

test('a send undone within its delay sends no mail and keeps the version', async () => {
  const { world, uploads } = await startWorld();
  const { id } = uploads.sendAgain(await uploaded(world), grace, 30);
  await expect.poll(() => uploads.get(id)).toMatchObject({ state: 'sending', failure: null, retryAt: null });
  uploads.undoSend(id);
  await uploads.idle();
  expect(uploads.get(id)).toMatchObject({ state: 'done', mail: null });
  expect(uploads.get(id)?.timeline.at(-1)?.event).toBe('send-declined');
  expect(await mails(world)).toEqual([]);
  expect(await world.versions()).toMatchObject([{ isActive: true, lastSendDateTimeUtc: null }]);
});

test('an upload whose send is undone finishes, cleans up and sends no mail', async () => {
  const { world, uploads } = await startWorld();
  const path = await world.build('a.apk');
  const afterUpload = { kind: 'delete' } as const;
  const { id } = await uploads.add(world.request(path, { recipients: grace, delaySeconds: 30, afterUpload }));
  await expect.poll(() => uploads.get(id)?.state).toBe('sending');
  uploads.undoSend(id);
  await uploads.idle();
  expect(uploads.get(id)?.state).toBe('done');
  expect(existsSync(path)).toBe(false);
  expect(await mails(world)).toEqual([]);
});

test('undoing an upload before its transfer cancels the upload', async () => {
  const { world, uploads } = await startWorld();
  uploads.pause();
  const path = await world.build('a.apk');
  const { id } = await uploads.add(world.request(path, { recipients: grace, delaySeconds: 30 }));
  uploads.undoSend(id);
  expect(uploads.get(id)?.state).toBe('cancelled');
  uploads.resume();
  await uploads.idle();
  expect(await world.versions()).toEqual([]);
});

test('a send cannot be undone once its delay is over', async () => {
  const { world, uploads } = await startWorld();
  const { id } = uploads.sendAgain(await uploaded(world), grace, 1);
  await uploads.idle();
  expect(() => uploads.undoSend(id)).toThrow(expect.objectContaining({ code: 'uploads/alreadySent' }));
  expect(uploads.get(id)?.state).toBe('done');
  expect(await mails(world)).toEqual(['grace@example.org']);
});

test.each([false, true])('a waiting send is mailed once after a restart (crash: %s)', async (crash) => {
  const { world, uploads } = await startWorld();
  const { id } = uploads.sendAgain(await uploaded(world), grace, 3);
  await expect.poll(() => uploads.get(id)?.state).toBe('sending');
  const again = await world.restart({ crash });
  await again.idle();
  expect(again.get(id)?.state).toBe('done');
  expect(await mails(world)).toEqual(['grace@example.org']);
});
