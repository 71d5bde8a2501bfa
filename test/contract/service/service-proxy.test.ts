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

/**
 * Starts a service. The returned functions sign in with wrong or correct credentials and an `X-Forwarded-For`
 * header.
 */
async function startGuessing(options: Partial<ServiceOptions>) {
  const host = await startHost(options);
  const signIn = (fields: Record<string, string>, forwarded: string): Promise<number> =>
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
      statuses.push(await signIn({ ...form, username: `user${at}` }, forwarded(at)));
    }
    return statuses;
  };
  return { host, signIn, guess };
}

test('failed sign-ins block only the client address behind a trusted proxy', async () => {
  const { host, signIn, guess } = await startGuessing({ proxyHops: 1 });
  const statuses = await guess(31, (at) => `192.0.2.${at}, 203.0.113.7`);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
  expect(await signIn({ ...form, username: 'ben' }, '203.0.113.7')).toBe(429);
  expect(await signIn({ ...form, username: 'ben' }, '203.0.113.8')).toBe(400);
  const user = await host.service.identity.renewFirstUser();
  const right = {
    ...form,
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
  };
  expect(await signIn(right, '203.0.113.8')).toBe(200);
  expect(host.service.accessLog.list()[0]?.address).toBe('203.0.113.8');
});

test('X-Forwarded-For is ignored unless proxyHops is set', async () => {
  const { host, signIn, guess } = await startGuessing({});
  expect((await guess(31, (at) => `192.0.2.${at}`)).at(-1)).toBe(429);
  expect(await signIn({ ...form, username: 'ben' }, '203.0.113.8')).toBe(429);
  expect(host.service.accessLog.list()[0]?.address).toBe('127.0.0.1');
  expect((await requestToken(host.service.url, form)).status).toBe(429);
});
