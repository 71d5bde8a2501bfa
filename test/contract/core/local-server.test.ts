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
import { freshFolders, openCore, writeBuild } from './core-world.ts';

const version = '0.0.0';

async function startedServer(dataDir?: string) {
  const folders = await freshFolders();
  const folder = dataDir ?? folders.dataDir;
  const { core } = await openCore(folder);
  const { log, lines } = collectedLog();
  const bridge = createBridge(core, terminalHost());
  const localServer = await startLocalServer({ bridge, dataDir: folder, version, log });
  onTestFinished(localServer.close);
  return { core, localServer, lines, builds: folders.builds, dataDir: folder };
}

async function connectClient(dataDir: string): Promise<LocalClient> {
  const client = (await connectToOwner(dataDir, version)) ?? expect.fail('no local server');
  onTestFinished(client.close);
  return client;
}

async function endpointOf(dataDir: string): Promise<Endpoint> {
  return (await readEndpoint(dataDir)) ?? expect.fail('no endpoint');
}

const call = JSON.stringify({ name: 'uploads.list', values: {} });

/** Formats a raw HTTP request. Unless `headers` override it, the connection closes after the response. */
function request(
  line: string,
  token: string,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    Host: 'slipway',
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

/** Sends raw text and returns everything received until the server closes the connection. */
async function exchange(address: string, text: string): Promise<string> {
  const socket: Socket = connect(address);
  let received = '';
  socket.setEncoding('utf8').on('data', (more) => {
    received += String(more);
  });
  socket.write(text);
  await once(socket, 'close');
  return received;
}

test('the local server passes calls to the core and events to the client', async () => {
  const { core, dataDir, builds } = await startedServer();
  const client = await connectClient(dataDir);
  await client.call('service.start', {});
  const path = await writeBuild(builds, 'notes.apk', 7);
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

test('a failed call returns its error and keeps the connection usable', async () => {
  const { dataDir } = await startedServer();
  const client = await connectClient(dataDir);
  await expect(client.call('uploads.cancel', { id: 'nobody' })).rejects.toMatchObject({
    code: 'uploads/unknown',
  });
  await expect(client.call('uploads.inspect', { path: '/nowhere.apk' })).rejects.toMatchObject({
    code: 'file/missing',
    remedy: 'choose-file',
  });
  expect(await client.call('uploads.paused', {})).toBe(false);
});

test('a client with a wrong token or another version is refused', async () => {
  const { dataDir } = await startedServer();
  const endpoint = await endpointOf(dataDir);
  const privates = hasModes ? [join(dataDir, 'local-server.json'), endpoint.address] : [];
  for (const path of privates) expect((await stat(path)).mode & 0o777).toBe(0o600);
  for (const token of ['guessed', `${endpoint.token}x`, '']) {
    expect(await exchange(endpoint.address, request('GET /bridge/events', token))).toContain('local/refused');
    expect(await exchange(endpoint.address, request('POST /bridge/call', token, call))).toContain(
      'local/refused',
    );
  }
  const unsigned = 'GET /bridge/events HTTP/1.1\r\nHost: slipway\r\nConnection: close\r\n\r\n';
  expect(await exchange(endpoint.address, unsigned)).toContain('local/refused');
  const other = request('POST /bridge/call', endpoint.token, call).replace(version, '9.9.9');
  expect(await exchange(endpoint.address, other)).toContain('local/otherVersion');
  await expect(connectToOwner(dataDir, '9.9.9')).rejects.toMatchObject({ code: 'local/otherVersion' });
});

test.each([
  ['text that is not a request', 'hello\n', /^HTTP\/1\.1 400 /],
  ['a message of an older Slipway', '{"token":"a","version":"0.0.0"}\n', /^HTTP\/1\.1 400 /],
  ['a request with endless headers', `GET / HTTP/1.1\r\nx: ${'x'.repeat(17_000)}`, /^HTTP\/1\.1 431 /],
  ['an invalid length', 'POST / HTTP/1.1\r\nHost: d\r\nContent-Length: -1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('%s closes only its own connection', async (_, text, answer) => {
  const { dataDir, lines } = await startedServer();
  const client = await connectClient(dataDir);
  const { address } = await endpointOf(dataDir);
  const received = await exchange(address, text);
  expect(received).toMatch(answer);
  expect(received).not.toContain('"ok":true');
  expect(lines.join('\n')).toContain('Rejected a malformed request');
  expect(await client.call('uploads.list', {})).toEqual([]);
});

test.each([
  ['invalid JSON', '{"name":', {}, 400, 'web/notJson'],
  ['an object that is not a call', '{"id":"one"}', {}, 400, 'web/notJson'],
  ['a list', '[]', {}, 400, 'web/notJson'],
  ['another type', call, { 'Content-Type': 'text/plain' }, 415, 'web/wrongType'],
  ['an oversized call', '', { 'Content-Length': '67108865' }, 413, 'web/tooLarge'],
])('only the client that sends %s gets an error', async (_, body, headers, status, code) => {
  const { dataDir } = await startedServer();
  const client = await connectClient(dataDir);
  const { address, token } = await endpointOf(dataDir);
  const received = await exchange(address, request('POST /bridge/call', token, body, headers));
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(received).toContain(`"code":"${code}"`);
  expect(await client.call('uploads.list', {})).toEqual([]);
});

test('the local server serves no sessions, files or pages', async () => {
  const { dataDir } = await startedServer();
  const { address, token } = await endpointOf(dataDir);
  for (const line of [
    'POST /bridge/session',
    'POST /bridge/files?name=a.apk',
    'GET /',
    'GET /index.html',
    'GET /%zz',
  ]) {
    expect(
      await exchange(address, request(line, token, line.startsWith('POST') ? call : '')),
      line,
    ).toContain('web/notFound');
  }
  expect(await exchange(address, request('GET /bridge/call', token))).toContain('web/methodNotAllowed');
});

test('incomplete calls are ignored and pipelined calls answered in order', async () => {
  const { core, dataDir } = await startedServer();
  const { address, token } = await endpointOf(dataDir);
  const pause = JSON.stringify({ name: 'uploads.setPaused', values: { paused: true } });
  const half = connect(address);
  half.end(request('POST /bridge/call', token, pause).slice(0, -1));
  await once(half.resume(), 'close');
  expect(core.uploads.paused()).toBe(false);
  const first = request('POST /bridge/call', token, pause, { Connection: 'keep-alive' });
  const received = await exchange(address, `${first}${request('POST /bridge/call', token, call)}`);
  expect(received.match(/"ok":true,"value":(null|\[\])/g)).toEqual([
    '"ok":true,"value":null',
    '"ok":true,"value":[]',
  ]);
  expect(core.uploads.paused()).toBe(true);
});

test('a client is notified when the local server closes', async () => {
  const { dataDir, localServer } = await startedServer();
  const client = await connectClient(dataDir);
  await localServer.close();
  await expect(client.lost).rejects.toMatchObject({ code: 'local/closed' });
  await expect(client.call('uploads.list', {})).rejects.toMatchObject({ code: 'local/closed' });
  expect(await connectToOwner(dataDir, version)).toBeNull();
  expect(await readEndpoint(dataDir)).toBeNull();
});

test('idle and stalled clients do not prevent the server from closing', async () => {
  const { core, localServer, dataDir } = await startedServer();
  const endpoint = (await readEndpoint(dataDir)) ?? expect.fail('no endpoint');
  const idle = connect(endpoint.address);
  await once(idle, 'connect');
  const stalled = connect(endpoint.address);
  // Expected, because the server closes the connection before all responses are sent.
  stalled.on('error', () => undefined);
  onTestFinished(() => void stalled.destroy());
  const keep = { Connection: 'keep-alive' };
  stalled.write(request('POST /bridge/call', endpoint.token, call, keep));
  await once(stalled, 'readable');
  // Requests more responses than the system buffers for a client that does not read.
  const settings = JSON.stringify({ name: 'settings.get', values: {} });
  stalled.write(request('POST /bridge/call', endpoint.token, settings, keep).repeat(3_000));
  const gone = once(idle, 'close');
  await localServer.close();
  await gone;
  expect(core.uploads.list()).toEqual([]);
});

test('connectToOwner returns null for a missing, crashed or foreign server', async () => {
  const { dataDir } = await freshFolders();
  expect(await connectToOwner(dataDir, version)).toBeNull();
  await writeFile(join(dataDir, 'local-server.json'), '{ not JSON');
  expect(await connectToOwner(dataDir, version)).toBeNull();
  const address = isWindows ? `\\\\.\\pipe\\${randomUUID()}` : join(dataDir, 'slipway.sock');
  await writeFile(join(dataDir, 'local-server.json'), JSON.stringify({ address, token: 'old' }));
  expect(await connectToOwner(dataDir, version)).toBeNull();
  const foreign = createServer((socket) => socket.end());
  foreign.listen(address);
  await once(foreign, 'listening');
  expect(await connectToOwner(dataDir, version)).toBeNull();
  foreign.close();
});

test('a server starts with a long data folder path or files left by a crash', async () => {
  const { dataDir } = await freshFolders();
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  await startedServer(deep);
  expect(await (await connectClient(deep)).call('uploads.list', {})).toEqual([]);

  const near = await freshFolders();
  await writeFile(join(near.dataDir, 'slipway.sock'), '');
  await writeFile(join(near.dataDir, 'local-server.json'), '{}');
  await startedServer(near.dataDir);
  expect(await (await connectClient(near.dataDir)).call('uploads.list', {})).toEqual([]);
  expect(JSON.parse(await readFile(join(near.dataDir, 'local-server.json'), 'utf8'))).toHaveProperty('token');
});
