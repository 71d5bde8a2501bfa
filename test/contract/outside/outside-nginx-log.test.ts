/** Logs of nginx with the configuration of assets/deploy. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../fakes/free-port.ts';
import { startNginx } from '../../fakes/nginx.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { canRun } from './outside-program.ts';

const hasNginx = process.platform === 'linux' && canRun('nginx', ['-v']);
const token = 'Zm9yLW9uZS1wZXJzb24tb25seQ';

describe('the logs of nginx', () => {
  test.runIf(hasNginx)('contain no install token, even when an instance fails', async () => {
    const instance = createServer((request, response) => {
      if (request.url?.includes('fails')) request.socket.destroy();
      else response.end('a page');
    }).listen(0, '127.0.0.1');
    await once(instance, 'listening');
    const at = String((instance.address() as AddressInfo).port);
    const folder = await temporaryFolder();
    const { url, stop } = await startNginx(folder, [at, at, at], await freePort());
    onTestFinished(async () => {
      await stop();
      instance.close();
    });
    const paths = ['', '/', '/file?pass=secret', '/install/x', '/fails', '/manifest.plist?x=secret'];
    await fetch(`${url}/api/v3/root`);
    for (const start of ['/install/', '/builds/install/', '/%69nstall/', '/INSTALL/', '//install//'])
      for (const path of paths)
        await fetch(`${url}${start}${token}${path}`, { headers: { referer: `${url}/install/${token}` } });
    await stop();
    const log = await readFile(join(folder, 'logs', 'access.log'), 'utf8');
    expect(log.match(/\/install\/\.\.\. /gi)?.length).toBe(30);
    expect(log).toContain('"GET /api/v3/root HTTP/1.1" 200');
    expect(log + (await readFile(join(folder, 'logs', 'error.log'), 'utf8'))).not.toMatch(/Zm9yL|secret/);
  });

  test('use the redacting format in every server block', async () => {
    const text = await readFile(resolve(import.meta.dirname, '../../../assets/deploy/nginx.conf'), 'utf8');
    const servers = text.split(/^(?=server \{)/m).slice(1);
    expect(servers).toHaveLength(2);
    for (const server of servers)
      expect(server).toMatch(/^ {4}access_log \S+ slipway;[\s\S]*^ {4}error_log \S+ crit;/m);
  });
});
