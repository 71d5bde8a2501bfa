import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { Redactor } from '../../main/base/redact.ts';
import { startService } from '../../main/service/service.ts';
import { collectedLog } from '../fakes/collected-log.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { type ServiceHost, startHost } from './service-host.ts';

/** A raw connection that has sent `text`. */
async function open(host: ServiceHost, text: string) {
  const { hostname, port } = new URL(host.service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => null);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const beginUpload = (host: ServiceHost) =>
  `POST /api/v3/testingdist/profiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${host.token}\r\n` +
  'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\nBUILD';

test('a client that falls silent in mid-upload is let go, and nothing stays', async () => {
  const host = await startHost({ limits: { idleMs: 2_000 } });
  const socket = await open(host, beginUpload(host));
  await once(socket, 'close');
  await expect.poll(() => readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  await host.service.stop();
  const patient = await startHost({ dataDir: host.dataDir });
  expect(await patient.json('GET', '/api/v3/testingdist/profiles')).toEqual([]);
});

test('headers beyond the limit are refused', async () => {
  const host = await startHost({ limits: { largestHeaders: 8_192 } });
  const response = await fetch(host.service.url, { headers: { 'x-long': 'x'.repeat(9_000) } });
  expect(response.status).toBe(431);
});

test('stopping ends an upload on its way; the next start finds nothing of it', async () => {
  const host = await startHost();
  const socket = await open(host, beginUpload(host));
  await expect.poll(() => readdir(join(host.dataDir, 'incoming'))).toHaveLength(1);
  await Promise.all([once(socket, 'close'), host.service.stop(), host.service.stop()]);
  const second = await startHost({ dataDir: host.dataDir });
  expect(await readdir(join(host.dataDir, 'incoming'))).toEqual([]);
  expect(await second.json('GET', '/api/v3/testingdist/profiles')).toEqual([]);
});

test('listening for other computers without encryption warns in words', async () => {
  const { log, lines } = collectedLog();
  const options = { dataDir: await temporaryFolder(), clock: systemClock, log, redactor: new Redactor() };
  const notOfThisComputer = '192.0.2.1';
  await expect(startService({ ...options, host: notOfThisComputer })).rejects.toMatchObject({
    code: 'service/listen',
  });
  expect(lines.join('\n')).toContain(
    'can be reached by other computers and its connections are not encrypted',
  );
  const closed = await startHost();
  expect(closed.lines.join('\n')).not.toContain('can be reached by other computers');
});
