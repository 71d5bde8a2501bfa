import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../main/api/transport/http.ts';
import { createNetwork } from '../../../main/api/transport/network.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { credentialsOf } from '../../../main/core/push/push-senders.ts';
import {
  prepareMessage as mainPrepareMessage,
  type PushMessage,
  readMessage,
} from '../../../main/push/sending/message.ts';
import { type Credentials, redactedRequests } from '../../../main/push/sending/send-requests.ts';
import { createSender, type Sender } from '../../../main/push/sending/sender.ts';
import { readServiceAccount } from '../../../main/push/sending/service-account.ts';
import { withEnglishResult } from '../../english.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts';
import type { PushProvider } from '../../fakes/push-provider.ts';
import { startPushProvider } from './push-provider.ts';

const prepareMessage = withEnglishResult(mainPrepareMessage);

type World = {
  readonly provider: PushProvider;
  readonly clock: FakeClock;
  readonly sender: Sender;
  readonly hidden: string[];
  readonly legacy: Credentials;
  readonly httpV1: Credentials;
};

async function world(): Promise<World> {
  const provider = await startPushProvider();
  const clock = createFakeClock(Date.now());
  const redactor = new Redactor();
  const network = createNetwork({ proxyFor: async () => null });
  const http = createHttp({ network, clock: systemClock, log: collectedLog(redactor).log, redactor });
  onTestFinished(http.close);
  const hidden: string[] = [];
  const sender = createSender({
    clock,
    hide: (secret) => hidden.push(secret),
    post: ({ url, ...request }) => http.send({ ...request, url: new URL(url), idleTimeoutMs: 10_000 }),
  });
  return {
    ...{ provider, clock, sender, hidden },
    legacy: credentialsOf('server-key', `${provider.url}/fcm/send`, provider.serverKey),
    httpV1: credentialsOf('http-v1', provider.url, provider.serviceAccount),
  };
}

const message = (to: string): PushMessage => ({
  to,
  data: { notification: { title: 'Tea', body: 'It is ready' } },
});

describe('sending with a server key', () => {
  test('posts the documented request', async () => {
    const { provider, sender, legacy } = await world();
    expect(await sender.send(legacy, message('device'))).toEqual({ messageId: '0:1500', newToken: null });
    expect(await sender.send(legacy, message('/topics/news'))).toEqual({
      messageId: '6177433633397',
      newToken: null,
    });
    expect(await sender.send(legacy, message('moved'))).toMatchObject({ newToken: 'moved-here' });
    expect(provider.seen[0]).toMatchObject({
      path: '/fcm/send',
      headers: { authorization: `key=${provider.serverKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(message('device')),
    });
  });

  test.each([
    ['gone', 'push/tokenGone', 'check-input'],
    ['odd', 'push/badToken', 'check-input'],
    ['other', 'push/otherSender', 'check-input'],
    ['quota', 'push/quota', 'wait'],
    ['large', 'push/tooLarge', 'check-input'],
    ['apple', 'push/appleKey', 'check-input'],
    ['busy', 'push/unavailable', 'retry'],
    ['late', 'push/unavailable', 'retry'],
  ])('fails for the token “%s” with %s', async (to, code, remedy) => {
    const { sender, legacy } = await world();
    await expect(sender.send(legacy, message(to))).rejects.toMatchObject({ code, remedy });
  });

  test('reports the Retry-After time', async () => {
    const { sender, legacy, clock } = await world();
    await expect(sender.send(legacy, message('late'))).rejects.toMatchObject({
      values: { until: clock.now() + 120_000 },
      details: { status: 503, retryAfterSeconds: 120 },
    });
  });

  test('omits secrets from errors for a wrong key, removed API or web page', async () => {
    const { provider, sender } = await world();
    const at = (path: string, key = provider.serverKey): Credentials =>
      credentialsOf('server-key', provider.url + path, key);
    const failures = await Promise.all(
      [at('/fcm/send', 'wrong-key-0123'), at('/gone'), at('/page/fcm/send')].map((credentials) =>
        sender.send(credentials, message('device')).catch((error: unknown) => error),
      ),
    );
    expect(failures).toMatchObject([
      { code: 'push/wrongKey', remedy: 'sign-in', values: { host: new URL(provider.url).host } },
      { code: 'push/switchedOff', message: expect.stringContaining('HTTP v1') },
      { code: 'push/unexpectedResponse' },
    ]);
    expect(JSON.stringify(failures) + String(failures)).not.toMatch(/wrong-key-0123|AAAAserver|<html/i);
  });
});

describe('sending with a service account', () => {
  test('caches the access token and renews it before it expires', async () => {
    const { provider, clock, sender, httpV1, hidden } = await world();
    expect(await sender.send(httpV1, message('device'))).toEqual({
      messageId: 'projects/notes/messages/1500',
      newToken: null,
    });
    await sender.send(httpV1, message('/topics/news'));
    await clock.advance(3_541_000);
    await sender.send(httpV1, message('device'));
    const send = '/v1/projects/notes/messages:send';
    expect(provider.seen.map(({ path }) => path)).toEqual(['/token', send, send, '/token', send]);
    expect(JSON.parse(provider.seen[1]?.body ?? '')).toEqual({
      message: { token: 'device', data: { notification: '{"title":"Tea","body":"It is ready"}' } },
    });
    expect(JSON.parse(provider.seen[2]?.body ?? '')).toMatchObject({ message: { topic: 'news' } });
    expect(hidden).toHaveLength(2);
  });

  test('requests one new access token when the old one is revoked', async () => {
    const { provider, sender, httpV1 } = await world();
    await sender.send(httpV1, message('device'));
    provider.forgetTokens();
    await sender.send(httpV1, message('device'));
    expect(provider.seen.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  test.each([
    ['gone', 'push/tokenGone', 'check-input'],
    ['odd', 'push/refused', 'check-input'],
    ['other', 'push/otherSender', 'check-input'],
    ['quota', 'push/quota', 'wait'],
    ['apple', 'push/appleKey', 'check-input'],
    ['busy', 'push/unavailable', 'retry'],
    ['role', 'push/notAllowed', 'grant-permission'],
  ])('fails for the token “%s” with %s', async (to, code, remedy) => {
    const { sender, httpV1 } = await world();
    await expect(sender.send(httpV1, message(to))).rejects.toMatchObject({ code, remedy });
  });

  test('reports the Retry-After time of a rate limit', async () => {
    const { sender, httpV1 } = await world();
    await expect(sender.send(httpV1, message('quota'))).rejects.toMatchObject({
      details: { status: 429, retryAfterSeconds: 37 },
    });
  });

  test('fails at the token request when the key is unknown', async () => {
    const { provider, sender } = await world();
    const strange = credentialsOf('http-v1', provider.url, provider.strangeAccount);
    await expect(sender.send(strange, message('device'))).rejects.toMatchObject({
      code: 'push/accountRefused',
      remedy: 'sign-in',
      message: expect.stringContaining('Invalid JWT Signature'),
    });
  });

  test.each([
    ['', 'not JSON'],
    ['{"private_key": "-----BEGIN SECRET', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['{"type": "authorized_user"}', 'type, project_id'],
    [
      '{"type": "service_account", "project_id": "p", "private_key": "geheim", "client_email": "e", "token_uri": "https://x.example.org"}',
      'not a key in PEM form',
    ],
  ])('rejects the account %j', (text, problem) => {
    const read = (): unknown => readServiceAccount(text);
    expect(read).toThrow(
      expect.objectContaining({ code: 'push/badServiceAccount', message: expect.stringContaining(problem) }),
    );
    expect(read).not.toThrow(/SECRET|geheim/);
  });
});

test('sending to a closed port suggests checking the network', async () => {
  const { sender } = await world();
  const nowhere = credentialsOf('server-key', 'http://127.0.0.1:9/fcm/send', 'some-key-0123');
  await expect(sender.send(nowhere, message('device'))).rejects.toMatchObject({ remedy: 'check-network' });
});

test('redactedRequests returns the requests without secrets', async () => {
  const { provider, legacy, httpV1 } = await world();
  expect(redactedRequests(legacy, message('device'))).toEqual([
    {
      method: 'POST',
      url: `${provider.url}/fcm/send`,
      headers: { authorization: 'key=[hidden]', 'content-type': 'application/json' },
      body: JSON.stringify(message('device')),
    },
  ]);
  const shown = redactedRequests(httpV1, message('device'));
  expect(shown.map(({ url }) => url)).toEqual([
    `${provider.url}/token`,
    `${provider.url}/v1/projects/notes/messages:send`,
  ]);
  expect(shown[0]?.body).toContain('assertion=[hidden]');
  expect(JSON.stringify(shown)).not.toContain('PRIVATE KEY');
  expect(provider.seen).toEqual([]);
});

describe('preparing a message', () => {
  test('converts values to text and reports the conversion', () => {
    const given = {
      to: ' device ',
      data: { notification: { a: 7, b: true, c: [1], d: null, e: 'x' }, other: { f: 1 } },
      ttl: 5,
    };
    expect(structuredClone(prepareMessage(given))).toEqual({
      message: {
        to: 'device',
        data: { notification: { a: '7', b: 'true', c: '[1]', e: 'x' }, other: '{"f":1}' },
      },
      notes: [
        'data.notification.a was a number and is sent as the text "7".',
        'data.notification.b was a boolean and is sent as the text "true".',
        'data.notification.c was a list and is sent as the text "[1]".',
        'data.notification.d is null and is left out.',
        'data.other was an object and is sent as the text "{\\"f\\":1}".',
        'Only “to” and “data” are sent, not “ttl”.',
      ],
    });
  });

  test('replaces the target and notes an oversized message', () => {
    const { message: made, notes } = prepareMessage(
      { to: 'a', data: { notification: { t: 'x'.repeat(5000) } } },
      '/topics/b',
    );
    expect(made.to).toBe('/topics/b');
    expect(notes).toEqual([expect.stringContaining('4096')]);
  });

  test.each([
    [7, 'not a JSON object'],
    [{}, '“to”'],
    [{ to: ' ' }, '“to”'],
    [{ to: 'a b' }, 'white space'],
    [{ to: '/topics/ä' }, 'topic'],
    [{ to: 'a' }, '“data”'],
    [{ to: 'a', data: { notification: 'x' } }, '“data.notification”'],
  ])('rejects %j', (given, words) => {
    expect(() => prepareMessage(given)).toThrow(
      expect.objectContaining({ code: 'push/badMessage', message: expect.stringContaining(words) }),
    );
  });

  test('readMessage reports the position of a JSON syntax error', () => {
    expect(() => readMessage('{\n"to": }')).toThrow(/line 2, column 7/);
  });
});
