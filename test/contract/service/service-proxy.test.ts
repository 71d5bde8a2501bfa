import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { ServiceOptions } from '../../../main/service/service.ts';
import { requestToken, startHost } from './service-host.ts';

const form = {
  username: 'ann',
  password: 'wrong',
  client_id: 'wrong',
  client_secret: 'wrong',
  grant_type: 'password',
  scope: 'distribution',
};

/** Tries to sign in as one user after another; `from` is what the proxy in front says of who asks. */
async function startTries(options: Partial<ServiceOptions>) {
  const host = await startHost(options);
  const ask = (fields: Record<string, string>, forwarded: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${host.service.url}/identity/connect/token`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(new URLSearchParams(fields).toString());
    });
  const guess = async (times: number, forwarded: (at: number) => string): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < times; at += 1) {
      statuses.push(await ask({ ...form, username: `user${at}` }, forwarded(at)));
    }
    return statuses;
  };
  return { host, ask, guess };
}

test('behind a proxy that is trusted, wrong tries lock out only who makes them, and a forged header does not help', async () => {
  const { host, ask, guess } = await startTries({ proxyHops: 1 });
  const statuses = await guess(31, (at) => `192.0.2.${at}, 203.0.113.7`);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
  expect(await ask({ ...form, username: 'ben' }, '203.0.113.7')).toBe(429);
  expect(await ask({ ...form, username: 'ben' }, '203.0.113.8')).toBe(400);
  const user = await host.service.identity.renewFirstUser();
  const right = {
    ...form,
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
  };
  expect(await ask(right, '203.0.113.8')).toBe(200);
  expect(host.service.accessLog.list()[0]?.address).toBe('203.0.113.8');
});

test('unless it is asked for, the header counts for nothing', async () => {
  const { host, ask, guess } = await startTries({});
  expect((await guess(31, (at) => `192.0.2.${at}`)).at(-1)).toBe(429);
  expect(await ask({ ...form, username: 'ben' }, '203.0.113.8')).toBe(429);
  expect(host.service.accessLog.list()[0]?.address).toBe('127.0.0.1');
  expect((await requestToken(host.service.url, form)).status).toBe(429);
});
