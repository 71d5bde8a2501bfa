/** Every endpoint that compares a secret applies the rate limiter before the comparison. */
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { StoreProfile } from '../../../main/api/wire.ts';
import { createBridge } from '../../../main/bridge/bridge.ts';
import { readEndpoint } from '../../../main/bridge/local/endpoint.ts';
import { startLocalServer } from '../../../main/bridge/local/local-server.ts';
import { terminalHost } from '../../../main/cli/run/terminal-host.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { signInForm } from '../../sign-in.ts';
import { ask, openWeb, postJson, tokenOf } from '../../unit/web/open-web.ts';
import { requestToken, sampleIpa, startHost } from '../service/service-host.ts';
import { freshCore } from './core-world.ts';

/** An endpoint that compares a secret. `guess` sends a secret and resolves to the HTTP status. */
type SecretEndpoint = { readonly right: string; readonly guess: (secret: string) => Promise<number> };

async function signIn(field: 'password' | 'client_secret'): Promise<SecretEndpoint> {
  const { service } = await startHost({ clock: createFakeClock() });
  const user = await service.identity.renewFirstUser();
  const form = signInForm(user);
  const guess = async (secret: string) =>
    (await requestToken(service.url, { ...form, [field]: secret })).status;
  return { right: form[field], guess };
}

/** Starts a service with a protected page. `path` is relative to the item; null selects the profile. */
async function storePage(path: string | null, method = 'GET'): Promise<SecretEndpoint> {
  const host = await startHost({ clock: createFakeClock() });
  const made = await host.add<StoreProfile>('/api/v3/appstore/profiles', await sampleIpa());
  const right = 'ann:a long password';
  const staticUser = { userName: 'ann', password: 'a long password' };
  await host.service.setProfileAccess(made.id, { staticUser });
  const page = String(await host.service.storeLink(made.id));
  const url = path === null ? page : `${made.items[0]?.customUrl}${path}`;
  const guess = async (secret: string) => {
    const authorization = `Basic ${Buffer.from(secret).toString('base64')}`;
    const response = await fetch(url, { method, headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  };
  return { right, guess };
}

async function webPage(kind: 'link' | 'page secret'): Promise<SecretEndpoint> {
  const { web, port, session, close } = await openWeb();
  onTestFinished(close);
  const open = async (token: string) => (await postJson(port, '/bridge/session', { token })).status;
  if (kind === 'link') return { right: tokenOf(web.newLink()), guess: open };
  const { cookie, 'x-slipway-page': right } = await session();
  const guess = async (secret: string) => {
    const headers = { cookie, 'x-slipway-page': secret, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'uploads.list', values: {} });
    return (await ask(port, '/bridge/call', { method: 'POST', headers, body })).status;
  };
  return { right, guess };
}

async function localServer(): Promise<SecretEndpoint> {
  const { core, dataDir } = await freshCore();
  const bridge = createBridge(core, terminalHost());
  const server = await startLocalServer({ bridge, dataDir, version: '0.0.0', log: collectedLog().log });
  onTestFinished(server.close);
  const endpoint = (await readEndpoint(dataDir)) ?? expect.fail('no endpoint');
  return { right: endpoint.token, guess: (token) => askLocal(endpoint.address, token) };
}

/** Calls `uploads.list` on a local server and resolves to the HTTP status. */
function askLocal(socketPath: string, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-slipway-version': '0.0.0',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/bridge/call', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ name: 'uploads.list', values: {} }));
  });
}

const endpoints: Readonly<Record<string, () => Promise<SecretEndpoint>>> = {
  'a sign-in: password': () => signIn('password'),
  'a sign-in: client secret': () => signIn('client_secret'),
  'the page of a profile': () => storePage(null),
  'the page of an item': () => storePage(''),
  'the file of an item': () => storePage('/file'),
  'the file of an item, HEAD': () => storePage('/file', 'HEAD'),
  'the manifest of an item': () => storePage('/manifest.plist'),
  'the link of a browser tab': () => webPage('link'),
  'the page secret of a browser tab': () => webPage('page secret'),
  'the token of the local server': localServer,
};

test.each(Object.keys(endpoints))(
  '%s: rejects even the right secret after too many wrong guesses',
  async (name) => {
    const { right, guess } = (await endpoints[name]?.()) ?? expect.fail();
    expect(await guess(right)).toBe(200);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 60)
      statuses.push(await guess(`${right}${statuses.length}`));
    expect(statuses.slice(0, 3).filter((status) => status === 400 || status === 401)).toHaveLength(3);
    expect(await guess(right)).toBe(429);
  },
);
