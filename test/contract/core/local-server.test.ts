import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBridge } from '../../../main/bridge/bridge.ts';
import { type Endpoint, readEndpoint } from '../../../main/bridge/local/endpoint.ts';
import { connectToOwner, type LocalClient } from '../../../main/bridge/local/local-client.ts';
import { startLocalServer } from '../../../main/bridge/local/local-server.ts';
import { clientOf } from '../../../main/cli/run/queue-client.ts';
import { terminalHost } from '../../../main/cli/run/terminal-host.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes, isWindows } from '../../fakes/systems.ts';
import { freshFolders, openCore, putBuild } from './core-world.ts';

const version = '0.0.0';

async function startedServer(dataDir?: string) {
  const folders = await freshFolders();
  const place = dataDir ?? folders.dataDir;
  const { core } = await openCore(place);
  const { log, lines } = collectedLog();
  const bridge = createBridge(core, terminalHost());
  const localServer = await startLocalServer({ bridge, dataDir: place, version, log });
  onTestFinished(localServer.close);
  return { core, localServer, lines, builds: folders.builds, dataDir: place };
}

async function visitor(dataDir: string): Promise<LocalClient> {
  const client = (await connectToOwner(dataDir, version)) ?? expect.fail('nobody opened');
  onTestFinished(client.close);
  return client;
}

async function placeOf(dataDir: string): Promise<Endpoint> {
  return (await readEndpoint(dataDir)) ?? expect.fail('no place');
}

const call = JSON.stringify({ name: 'uploads.list', values: {} });

/** A request as it travels; the connection ends with its answer unless `headers` say otherwise. */
function request(
  line: string,
  token: string,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    Host: 'door',
    Authorization: `Bearer ${token}`,
    'X-Slipway-Version': version,
    Connection: 'close',
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    'Content-Type': 'application/json',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
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

test('what is asked over the local server is done by the core behind it, and its events come out', async () => {
  const { core, dataDir, builds } = await startedServer();
  const client = await visitor(dataDir);
  await client.call('service.start', {});
  const path = await putBuild(builds, 'notes.apk', 7);
  const done = new Promise<string>((resolve) => {
    client.on('uploads.changed', (upload) => {
      if (upload.state === 'done') resolve(upload.id);
    });
  });
  const [queued] = await client.call('uploads.add', {
    paths: [path],
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: { ...noRecipients, teamIds: [], memberIds: [], emails: [] },
  });
  expect(await done).toBe(queued?.id);
  expect(await client.call('uploads.list', {})).toEqual(core.uploads.list());
  const own = clientOf(core);
  expect(await own.call('uploads.list', {})).toEqual(core.uploads.list());
  own.close();
});

test('a refusal comes out as the error it is, and the server stays open', async () => {
  const { dataDir } = await startedServer();
  const client = await visitor(dataDir);
  await expect(client.call('uploads.cancel', { id: 'nobody' })).rejects.toMatchObject({
    code: 'uploads/unknown',
  });
  await expect(client.call('uploads.inspect', { path: '/nowhere.apk' })).rejects.toMatchObject({
    code: 'file/missing',
    remedy: 'choose-file',
  });
  expect(await client.call('uploads.paused', {})).toBe(false);
});

test('only who can read the data folder may visit, with the same version', async () => {
  const { dataDir } = await startedServer();
  const place = await placeOf(dataDir);
  const privates = hasModes ? [join(dataDir, 'local-server.json'), place.address] : [];
  for (const path of privates) expect((await stat(path)).mode & 0o777).toBe(0o600);
  for (const token of ['guessed', `${place.token}x`, '']) {
    expect(await spoken(place.address, request('GET /bridge/events', token))).toContain('local/refused');
    expect(await spoken(place.address, request('POST /bridge/call', token, call))).toContain('local/refused');
  }
  const unsigned = 'GET /bridge/events HTTP/1.1\r\nHost: door\r\nConnection: close\r\n\r\n';
  expect(await spoken(place.address, unsigned)).toContain('local/refused');
  const other = request('POST /bridge/call', place.token, call).replace(version, '9.9.9');
  expect(await spoken(place.address, other)).toContain('local/otherVersion');
  await expect(connectToOwner(dataDir, '9.9.9')).rejects.toMatchObject({ code: 'local/otherVersion' });
});

test.each([
  ['no request', 'hello\n', /^HTTP\/1\.1 400 /],
  ['a message of an older Slipway', '{"token":"a","version":"0.0.0"}\n', /^HTTP\/1\.1 400 /],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(17_000)}`, /^HTTP\/1\.1 431 /],
  ['a length that is none', 'POST / HTTP/1.1\r\nHost: d\r\nContent-Length: -1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('%s ends the connection of who says it, and nobody else’s', async (_, text, answer) => {
  const { dataDir, lines } = await startedServer();
  const client = await visitor(dataDir);
  const { address } = await placeOf(dataDir);
  const heard = await spoken(address, text);
  expect(heard).toMatch(answer);
  expect(heard).not.toContain('"ok":true');
  expect(lines.join('\n')).toContain('What came was no request');
  expect(await client.call('uploads.list', {})).toEqual([]);
});

test.each([
  ['no JSON', '{"name":', {}, 400, 'web/notJson'],
  ['no call', '{"id":"one"}', {}, 400, 'web/notJson'],
  ['a list', '[]', {}, 400, 'web/notJson'],
  ['another type', call, { 'Content-Type': 'text/plain' }, 415, 'web/wrongType'],
  ['more than a call can be', '', { 'Content-Length': '67108865' }, 413, 'web/tooLarge'],
])('a visitor that sends %s is told so, and nobody else suffers', async (_, body, headers, status, code) => {
  const { dataDir } = await startedServer();
  const client = await visitor(dataDir);
  const { address, token } = await placeOf(dataDir);
  const heard = await spoken(address, request('POST /bridge/call', token, body, headers));
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(heard).toContain(`"code":"${code}"`);
  expect(await client.call('uploads.list', {})).toEqual([]);
});

test('the local server has nothing of the page: no session, no files, no page', async () => {
  const { dataDir } = await startedServer();
  const { address, token } = await placeOf(dataDir);
  for (const line of [
    'POST /bridge/session',
    'POST /bridge/files?name=a.apk',
    'GET /',
    'GET /index.html',
    'GET /%zz',
  ]) {
    expect(await spoken(address, request(line, token, line.startsWith('POST') ? call : '')), line).toContain(
      'web/notFound',
    );
  }
  expect(await spoken(address, request('GET /bridge/call', token))).toContain('web/methodNotAllowed');
});

test('half a call is not done, and several at once on one connection are answered in turn', async () => {
  const { core, dataDir } = await startedServer();
  const { address, token } = await placeOf(dataDir);
  const pause = JSON.stringify({ name: 'uploads.setPaused', values: { paused: true } });
  const half = connect(address);
  half.end(request('POST /bridge/call', token, pause).slice(0, -1));
  await once(half.resume(), 'close');
  expect(core.uploads.paused()).toBe(false);
  const first = request('POST /bridge/call', token, pause, { Connection: 'keep-alive' });
  const heard = await spoken(address, `${first}${request('POST /bridge/call', token, call)}`);
  expect(heard.match(/"ok":true,"value":(null|\[\])/g)).toEqual([
    '"ok":true,"value":null',
    '"ok":true,"value":[]',
  ]);
  expect(core.uploads.paused()).toBe(true);
});

test('whoever waits for an answer when the core goes is told so', async () => {
  const { dataDir, localServer } = await startedServer();
  const client = await visitor(dataDir);
  await localServer.close();
  await expect(client.lost).rejects.toMatchObject({ code: 'local/closed' });
  await expect(client.call('uploads.list', {})).rejects.toMatchObject({ code: 'local/closed' });
  expect(await connectToOwner(dataDir, version)).toBeNull();
  expect(await readEndpoint(dataDir)).toBeNull();
});

test('neither who connects and says nothing nor who reads nothing keeps the server from closing', async () => {
  const { core, localServer, dataDir } = await startedServer();
  const place = (await readEndpoint(dataDir)) ?? expect.fail('no place');
  const silent = connect(place.address);
  await once(silent, 'connect');
  const deaf = connect(place.address);
  // It is cut off with something still to say.
  deaf.on('error', () => undefined);
  onTestFinished(() => void deaf.destroy());
  const keep = { Connection: 'keep-alive' };
  deaf.write(request('POST /bridge/call', place.token, call, keep));
  await once(deaf, 'readable');
  // More answers than the system keeps for who does not read.
  const settings = JSON.stringify({ name: 'settings.get', values: {} });
  deaf.write(request('POST /bridge/call', place.token, settings, keep).repeat(3_000));
  const gone = once(silent, 'close');
  await localServer.close();
  await gone;
  expect(core.uploads.list()).toEqual([]);
});

test('nobody is there to be visited: never opened, left behind by a crash, or answered by a stranger', async () => {
  const { dataDir } = await freshFolders();
  expect(await connectToOwner(dataDir, version)).toBeNull();
  await writeFile(join(dataDir, 'local-server.json'), '{ not JSON');
  expect(await connectToOwner(dataDir, version)).toBeNull();
  const address = isWindows ? `\\\\.\\pipe\\${randomUUID()}` : join(dataDir, 'slipway.sock');
  await writeFile(join(dataDir, 'local-server.json'), JSON.stringify({ address, token: 'old' }));
  expect(await connectToOwner(dataDir, version)).toBeNull();
  const stranger = createServer((socket) => socket.end());
  stranger.listen(address);
  await once(stranger, 'listening');
  expect(await connectToOwner(dataDir, version)).toBeNull();
  stranger.close();
});

test('a data folder with a long path has a local server as well, and what a crash left is replaced', async () => {
  const { dataDir } = await freshFolders();
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  await startedServer(deep);
  expect(await (await visitor(deep)).call('uploads.list', {})).toEqual([]);

  const near = await freshFolders();
  await writeFile(join(near.dataDir, 'slipway.sock'), '');
  await writeFile(join(near.dataDir, 'local-server.json'), '{}');
  await startedServer(near.dataDir);
  expect(await (await visitor(near.dataDir)).call('uploads.list', {})).toEqual([]);
  expect(JSON.parse(await readFile(join(near.dataDir, 'local-server.json'), 'utf8'))).toHaveProperty('token');
});
