/** Services that show what they have taken only later, and networks that answer in their place. */
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { textOf } from '../../../main/messages/text.ts';
import { inEnglish } from '../../english.ts';
import { otherWorld } from '../api/other-world.ts';

const page = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><title>Sign in to the network</title>',
} as const;

test('a version that is shown a while after it was taken is activated and sent once', async () => {
  const world = await otherWorld({ shownAfter: 3 });
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(world.versions().filter(({ sentAt }) => sentAt !== null)).toHaveLength(1);
  expect(world.posts()).toBe(1);
});

test('while it is not shown, that is said', async () => {
  const world = await otherWorld({ shownAfter: 3 });
  const { id } = await world.uploads.add(await world.request());
  const codes = new Set<string | undefined>();
  world.uploads.events.on('changed', ({ failure }) => codes.add(failure?.code));
  await world.rested(id);
  expect(codes).toContain('uploads/notShown');
});

test.each(['by hand', 'as a new upload'])(
  'shown only after it was given up, it is found again when tried %s',
  async (way) => {
    const world = await otherWorld({ shownAfter: 1_000 });
    const request = await world.request();
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'failed', failure: { code: 'uploads/gone' } });
    for (const version of world.versions()) version.hiddenFor = 0;
    if (way === 'by hand') world.uploads.retry(view.id);
    const again = way === 'by hand' ? view : await world.uploads.add(request);
    expect(await world.rested(again.id)).toMatchObject({
      state: 'done',
      target: { versionId: view.target?.versionId },
    });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ sentAt }) => sentAt !== null)).toHaveLength(1);
  },
);

test('shown only while it is tried again, it is not uploaded once more either', async () => {
  const world = await otherWorld({ shownAfter: 1_000 });
  const view = await world.upload(await world.request());
  for (const version of world.versions()) if (version.hiddenFor > 0) version.hiddenFor = 3;
  world.uploads.retry(view.id);
  expect(await world.rested(view.id)).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(1);
});

test.each([
  ['activated', /activate$/],
  ['sent', /send$/],
])('a page of the network instead of the answer when it is %s is got over', async (_, step) => {
  const world = await otherWorld();
  world.proxy.fault(step, page);
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(world.versions().filter(({ sentAt, isActive }) => isActive && sentAt !== null)).toHaveLength(1);
  expect(world.posts()).toBe(1);
});

test('a page while it is looked for is got over', async () => {
  const world = await otherWorld();
  const request = await world.request();
  world.proxy.fault(/^POST .*items$/, { kind: 'cut-after' });
  let looks = 0;
  world.proxy.decide((line) => {
    if (!/^GET .*profiles\/3$/.test(line)) return null;
    looks += 1;
    return looks === 2 ? page : null;
  });
  expect(await world.upload(request)).toMatchObject({ state: 'done', failure: null });
  expect(looks).toBeGreaterThan(2);
  expect(world.posts()).toBe(1);
});

test('a page that stays is said, and nothing is lost', async () => {
  const world = await otherWorld();
  world.proxy.fault(/activate$|items\/\d+$/, page, { times: 99 });
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'failed', failure: { code: 'api/webPage' } });
  expect(view.target).not.toBeNull();
});

test('a service that answers every change with a page is understood, and sends one message', async () => {
  const world = await otherWorld({ changes: 'page' });
  expect(await world.upload(await world.request())).toMatchObject({ state: 'done', failure: null });
  expect(world.other.requests.filter((line) => line.endsWith('/send'))).toHaveLength(1);
});

test('a first try that turns up after it was sent again is told, and nobody hears of it', async () => {
  const world = await otherWorld();
  const request = await world.request();
  const { size: fileSize } = await stat(request.path);
  world.proxy.fault(/^POST .*items$/, { kind: 'answer', status: 502, body: 'gone' });
  world.proxy.decide((line) => {
    if (/^POST .*items$/.test(line)) world.beside(77, 3, { fileSize });
    return null;
  });
  const view = await world.upload(request);
  expect(inEnglish(view)).toMatchObject({ state: 'done', notes: [expect.stringContaining('number 77')] });
  expect(inEnglish(view.target?.versionId)).not.toBe(77);
  const sent = world.versions().filter(({ isActive, sentAt }) => isActive || sentAt !== null);
  expect(inEnglish(sent.map(({ id }) => id))).toEqual([view.target?.versionId]);
});

test('while it is looked for, that is said', async () => {
  const world = await otherWorld({ shownAfter: 3 });
  world.proxy.fault(/^POST .*items$/, { kind: 'cut-after' });
  const { id } = await world.uploads.add(await world.request());
  const said = new Set<string | undefined>();
  const between = new Set<string>();
  world.uploads.events.on('changed', ({ state, stateLabel, retryStep, failure }) => {
    if (state === 'confirming') said.add(textOf(stateLabel));
    if (state === 'retrying') between.add(`${retryStep}: ${textOf(stateLabel)}`);
    if (state === 'retrying') said.add(failure?.code);
  });
  await world.rested(id);
  expect([...said]).toEqual(['api/connectionLost', 'Checking whether it arrived', 'uploads/unconfirmed']);
  expect([...between]).toEqual(['confirm: Checking whether it arrived']);
});
