/** Instances behind nginx, with the configuration of assets/deploy. */
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { TestApplication } from '../../../main/api/wire.ts';
import type { OutboxMessage } from '../../../main/service/service-view.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startNginx } from '../../fakes/nginx.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { tokenOf } from '../../sign-in.ts';
import { slipway } from '../../unit/cli/run-slipway.ts';
import { firstUserOf, startInstance, startSharedServers } from '../service/server-world.ts';
import { caller, requestToken, sampleApk, sha256 } from '../service/service-host.ts';
import { canRun } from './outside-program.ts';

const { variables, postgres } = startSharedServers();
const hasNginx = process.platform === 'linux' && canRun('nginx', ['-v']);
const base = '/api/v3/testingdist/profiles';

/** Signs in from another address of this computer and returns the status. */
function signInFrom(localAddress: string, url: string, form: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' };
    const sent = request(`${url}/identity/connect/token`, { method: 'POST', headers, localAddress });
    sent.once('response', (response) => done(response.resume().statusCode ?? 0)).once('error', failed);
    sent.end(new URLSearchParams(form).toString());
  });
}

test.runIf(hasNginx)('nginx balances requests and bypasses an instance that is down', async () => {
  const port = await freePort();
  const given = {
    ...(await variables()),
    SLIPWAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SLIPWAY_PROXY_HOPS: '1',
  };
  const first = await startInstance(given);
  const user = await firstUserOf(first);
  const others = [await startInstance(given), await startInstance(given)];
  const ports = [first, ...others].map((one) => new URL(one.url).port);
  const { url, stop } = await startNginx(await temporaryFolder(), ports, port);
  onTestFinished(stop);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(url + path)).status).toBe(404);

  const api = caller(url, await tokenOf(url, user));
  const uploaded = new Map<number, string>();
  const upload = async (version: number): Promise<void> => {
    const apk = await sampleApk({ version: `1.${version}`, padding: 3_000_000 });
    const answer = await api.upload(base, apk).catch(() => null);
    const made = answer?.ok ? ((await answer.json()) as TestApplication) : null;
    const id = made?.profiles[0]?.id;
    if (id !== undefined) uploaded.set(id, sha256(apk));
  };
  for (let version = 0; version < 12; version += 3) {
    const three = [0, 1, 2].map((one) => upload(version + one));
    if (version === 6) first.program.signal('SIGKILL');
    await Promise.all(three);
  }
  expect(uploaded.size).toBeGreaterThanOrEqual(9);
  for (const id of uploaded.keys()) {
    await api.json('POST', `${base}/items/${id}/activate`);
    await api.json('POST', `${base}/items/${id}/send`, { body: { emails: ['ada@example.org'] } });
  }
  const { stdout } = await slipway(['server', 'outbox', '--json'], given);
  const hashes: string[] = [];
  for (const { installLink } of JSON.parse(stdout) as OutboxMessage[]) {
    const page = await fetch(installLink, { headers: browsing(userAgents.androidChrome) });
    const [, link = ''] = /<a class="[^"]*\bdownload\b[^"]*" href="([^"]+)"/.exec(await page.text()) ?? [];
    const file = await fetch(link.replaceAll('&amp;', '&'));
    hashes.push(sha256(new Uint8Array(await file.arrayBuffer())));
  }
  expect(hashes.toSorted()).toEqual([...uploaded.values()].toSorted());

  const wrong = {
    username: '',
    password: 'wrong',
    client_id: 'a',
    client_secret: 'b',
    grant_type: 'password',
    scope: 'a',
  };
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1) {
    statuses.push(await signInFrom('127.0.0.2', url, { ...wrong, username: `user${at}` }));
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await requestToken(url, { ...wrong, username: 'ben' })).status).toBe(400);
});

test.runIf(hasNginx)('nginx passes on Retry-After while the database is unavailable', async () => {
  const port = await freePort();
  const instance = await startInstance({
    ...(await variables()),
    SLIPWAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SLIPWAY_PROXY_HOPS: '1',
  });
  const at = new URL(instance.url).port;
  const { url, stop } = await startNginx(await temporaryFolder(), [at, at, at], port);
  onTestFinished(stop);
  const api = caller(url, await tokenOf(url, await firstUserOf(instance)));
  await postgres().stop();
  try {
    const answers: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { status, headers } = await api.call('GET', base);
      answers.push(`${status} ${headers.get('retry-after')}`);
    }
    expect(answers).toEqual(Array.from({ length: 10 }, () => '503 5'));
  } finally {
    await postgres().start();
  }
});
