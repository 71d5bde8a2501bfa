import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBridge } from '../../main/bridge/bridge.ts';
import { type Desk, visit } from '../../main/bridge/door/desk.ts';
import { openDoor } from '../../main/bridge/door/door.ts';
import { readPlace } from '../../main/bridge/door/place.ts';
import { deskOf } from '../../main/cli/run/queue-client.ts';
import { terminalHost } from '../../main/cli/run/terminal-host.ts';
import { builtInAccountId } from '../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../main/settings/settings-schema.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { freshFolders, openCore, putBuild } from './core-world.ts';

const version = '0.0.0';

async function openedDoor(dataDir?: string) {
  const folders = await freshFolders();
  const place = dataDir ?? folders.dataDir;
  const { core } = await openCore(place);
  const { log, lines } = collectedLog();
  const bridge = createBridge(core, terminalHost());
  const door = await openDoor({ bridge, dataDir: place, version, log });
  onTestFinished(door.close);
  return { core, door, lines, builds: folders.builds, dataDir: place };
}

async function visitor(dataDir: string): Promise<Desk> {
  const desk = (await visit(dataDir, version)) ?? expect.fail('nobody opened');
  onTestFinished(desk.leave);
  return desk;
}

/** Speaks by hand: gives everything that was answered until the other side ended it. */
async function spoken(address: string, text: string): Promise<string> {
  const socket: Socket = connect(address);
  let heard = '';
  socket.setEncoding('utf8').on('data', (more) => {
    heard += String(more);
  });
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

test('what is asked through the door is done by the core behind it, and its events come out', async () => {
  const { core, dataDir, builds } = await openedDoor();
  const desk = await visitor(dataDir);
  await desk.call('service.start', {});
  const path = await putBuild(builds, 'notes.apk', 7);
  const done = new Promise<string>((resolve) => {
    desk.on('uploads.changed', (upload) => {
      if (upload.state === 'done') resolve(upload.id);
    });
  });
  const [queued] = await desk.call('uploads.add', {
    paths: [path],
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: { ...noRecipients, teamIds: [], memberIds: [], emails: [] },
  });
  expect(await done).toBe(queued?.id);
  expect(await desk.call('uploads.list', {})).toEqual(core.uploads.list());
  const own = deskOf(core);
  expect(await own.call('uploads.list', {})).toEqual(core.uploads.list());
  own.leave();
});

test('a refusal comes out as the error it is, and the door stays open', async () => {
  const { dataDir } = await openedDoor();
  const desk = await visitor(dataDir);
  await expect(desk.call('uploads.cancel', { id: 'nobody' })).rejects.toMatchObject({
    code: 'uploads/unknown',
  });
  await expect(desk.call('uploads.inspect', { path: '/nowhere.apk' })).rejects.toMatchObject({
    code: 'file/missing',
    remedy: 'choose-file',
  });
  expect(await desk.call('uploads.paused', {})).toBe(false);
});

test('only who can read the data folder may visit, with the same version', async () => {
  const { dataDir } = await openedDoor();
  const place = (await readPlace(dataDir)) ?? expect.fail('no place');
  expect((await stat(join(dataDir, 'door.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(place.address)).mode & 0o777).toBe(0o600);
  const greet = (token: string): string => `${JSON.stringify({ token, version })}\n`;
  expect(await spoken(place.address, greet('guessed'))).toContain('door/refused');
  expect(await spoken(place.address, greet(`${place.token}x`))).toContain('door/refused');
  await expect(visit(dataDir, '9.9.9')).rejects.toMatchObject({ code: 'door/otherVersion' });
});

test.each([
  ['no JSON', 'hello\n'],
  ['no greeting', '{"id":1,"name":"uploads.list","values":{}}\n'],
  ['a list', '[]\n'],
])('%s ends the visit of who says it, and nobody else’s', async (_, text) => {
  const { dataDir, lines } = await openedDoor();
  const desk = await visitor(dataDir);
  const place = (await readPlace(dataDir)) ?? expect.fail('no place');
  expect(await spoken(place.address, text)).toBe('');
  expect(lines.join('\n')).toContain('A visit ended early');
  expect(await desk.call('uploads.list', {})).toEqual([]);
});

test('after the greeting garbage ends the visit too, without an answer', async () => {
  const { dataDir } = await openedDoor();
  const place = (await readPlace(dataDir)) ?? expect.fail('no place');
  const greeting = JSON.stringify({ token: place.token, version });
  const heard = await spoken(place.address, `${greeting}\n{"id":"one"}\n`);
  expect(heard.trim().split('\n')).toEqual([JSON.stringify({ id: 0, outcome: { ok: true, value: null } })]);
});

test('whoever waits for an answer when the core goes is told so', async () => {
  const { dataDir, door } = await openedDoor();
  const desk = await visitor(dataDir);
  await door.close();
  await expect(desk.lost).rejects.toMatchObject({ code: 'door/closed' });
  await expect(desk.call('uploads.list', {})).rejects.toMatchObject({ code: 'door/closed' });
  expect(await visit(dataDir, version)).toBeNull();
  expect(await readPlace(dataDir)).toBeNull();
});

test('neither who connects and says nothing nor who reads nothing keeps the door from closing', async () => {
  const { core, door, dataDir } = await openedDoor();
  const place = (await readPlace(dataDir)) ?? expect.fail('no place');
  const silent = connect(place.address);
  await once(silent, 'connect');
  const deaf = connect(place.address);
  onTestFinished(() => void deaf.destroy());
  deaf.write(`${JSON.stringify({ token: place.token, version })}\n`);
  await once(deaf, 'readable');
  // More answers than the system keeps for who does not read.
  const call = `${JSON.stringify({ id: 1, name: 'settings.get', values: {} })}\n`;
  deaf.write(call.repeat(3_000));
  await expect.poll(() => deaf.writableLength).toBe(0);
  const gone = once(silent, 'close');
  await door.close();
  await gone;
  expect(core.uploads.list()).toEqual([]);
});

test('nobody is there to be visited: never opened, left behind by a crash, or answered by a stranger', async () => {
  const { dataDir } = await freshFolders();
  expect(await visit(dataDir, version)).toBeNull();
  await writeFile(join(dataDir, 'door.json'), '{ not JSON');
  expect(await visit(dataDir, version)).toBeNull();
  const address = join(dataDir, 'door.sock');
  await writeFile(join(dataDir, 'door.json'), JSON.stringify({ address, token: 'old' }));
  expect(await visit(dataDir, version)).toBeNull();
  const stranger = createServer((socket) => socket.end());
  stranger.listen(address);
  await once(stranger, 'listening');
  expect(await visit(dataDir, version)).toBeNull();
  stranger.close();
});

test('a data folder with a long path has a door as well, and what a crash left is replaced', async () => {
  const { dataDir } = await freshFolders();
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  await openedDoor(deep);
  expect(await (await visitor(deep)).call('uploads.list', {})).toEqual([]);

  const near = await freshFolders();
  await writeFile(join(near.dataDir, 'door.sock'), '');
  await writeFile(join(near.dataDir, 'door.json'), '{}');
  await openedDoor(near.dataDir);
  expect(await (await visitor(near.dataDir)).call('uploads.list', {})).toEqual([]);
  expect(JSON.parse(await readFile(join(near.dataDir, 'door.json'), 'utf8'))).toHaveProperty('token');
});
