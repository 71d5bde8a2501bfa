/** Services that list an upload late, and captive portals. */
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

test('a version that the service lists late is activated and sent once', async () => {
  const world = await otherWorld({ listedAfter: 3 });
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(world.versions().filter(({ sentAt }) => sentAt !== null)).toHaveLength(1);
  expect(world.posts()).toBe(1);
});

test('an upload that the service does not list yet reports uploads/notShown', async () => {
  const world = await otherWorld({ listedAfter: 3 });
  const { id } = await world.uploads.add(await world.request());
  const codes = new Set<string | undefined>();
  world.uploads.events.on('changed', ({ failure }) => codes.add(failure?.code));
  await world.settled(id);
  expect(codes).toContain('uploads/notShown');
});

test.each(['by hand', 'as a new upload'])(
  'a version listed after the upload failed is found on a retry %s',
  async (way) => {
    const world = await otherWorld({ listedAfter: 1_000 });
    const request = await world.request();
    const view = await world.upload(request);
    expect(view).toMatchObject({ state: 'failed', failure: { code: 'uploads/gone' } });
    for (const version of world.versions()) version.hiddenFor = 0;
    if (way === 'by hand') world.uploads.retry(view.id);
    const again = way === 'by hand' ? view : await world.uploads.add(request);
    expect(await world.settled(again.id)).toMatchObject({
      state: 'done',
      target: { versionId: view.target?.versionId },
    });
    expect(world.posts()).toBe(1);
    expect(world.versions().filter(({ sentAt }) => sentAt !== null)).toHaveLength(1);
  },
);

test('a version listed during a retry is not uploaded again', async () => {
  const world = await otherWorld({ listedAfter: 1_000 });
  const view = await world.upload(await world.request());
  for (const version of world.versions()) if (version.hiddenFor > 0) version.hiddenFor = 3;
  world.uploads.retry(view.id);
  expect(await world.settled(view.id)).toMatchObject({ state: 'done' });
  expect(world.posts()).toBe(1);
});

test.each([
  ['activated', /activate$/],
  ['sent', /send$/],
])('a captive portal page while a version is %s leads to a retry', async (_, step) => {
  const world = await otherWorld();
  world.proxy.fault(step, page);
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'done', failure: null });
  expect(world.versions().filter(({ sentAt, isActive }) => isActive && sentAt !== null)).toHaveLength(1);
  expect(world.posts()).toBe(1);
});

test('a captive portal page during a lookup leads to a retry', async () => {
  const world = await otherWorld();
  const request = await world.request();
  world.proxy.fault(/^POST .*items$/, { kind: 'cut-after' });
  let lookups = 0;
  world.proxy.decide((line) => {
    if (!/^GET .*profiles\/3$/.test(line)) return null;
    lookups += 1;
    return lookups === 2 ? page : null;
  });
  expect(await world.upload(request)).toMatchObject({ state: 'done', failure: null });
  expect(lookups).toBeGreaterThan(2);
  expect(world.posts()).toBe(1);
});

test('an upload fails after its arrival if a captive portal persists', async () => {
  const world = await otherWorld();
  world.proxy.fault(/activate$|items\/\d+$/, page, { times: 99 });
  const view = await world.upload(await world.request());
  expect(view).toMatchObject({ state: 'failed', failure: { code: 'api/webPage' } });
  expect(view.target).not.toBeNull();
});

test('a service that answers POST with a web page gets one send request', async () => {
  const world = await otherWorld({ changes: 'page' });
  expect(await world.upload(await world.request())).toMatchObject({ state: 'done', failure: null });
  expect(world.other.requests.filter((line) => line.endsWith('/send'))).toHaveLength(1);
});

test('a late duplicate of a repeated upload is noted but not sent', async () => {
  const world = await otherWorld();
  const request = await world.request();
  const { size: fileSize } = await stat(request.path);
  world.proxy.fault(/^POST .*items$/, { kind: 'answer', status: 502, body: 'gone' });
  world.proxy.decide((line) => {
    if (/^POST .*items$/.test(line)) world.addVersion(77, 3, { fileSize });
    return null;
  });
  const view = await world.upload(request);
  expect(inEnglish(view)).toMatchObject({ state: 'done', notes: [expect.stringContaining('number 77')] });
  expect(inEnglish(view.target?.versionId)).not.toBe(77);
  const sent = world.versions().filter(({ isActive, sentAt }) => isActive || sentAt !== null);
  expect(inEnglish(sent.map(({ id }) => id))).toEqual([view.target?.versionId]);
});

test('an unconfirmed upload shows that its arrival is being checked', async () => {
  const world = await otherWorld({ listedAfter: 3 });
  world.proxy.fault(/^POST .*items$/, { kind: 'cut-after' });
  const { id } = await world.uploads.add(await world.request());
  const reported = new Set<string | undefined>();
  const between = new Set<string>();
  world.uploads.events.on('changed', ({ state, stateLabel, retryStep, failure }) => {
    if (state === 'confirming') reported.add(textOf(stateLabel));
    if (state === 'retrying') between.add(`${retryStep}: ${textOf(stateLabel)}`);
    if (state === 'retrying') reported.add(failure?.code);
  });
  await world.settled(id);
  expect([...reported]).toEqual(['api/connectionLost', 'Checking whether it arrived', 'uploads/unconfirmed']);
  expect([...between]).toEqual(['confirm: Checking whether it arrived']);
});
