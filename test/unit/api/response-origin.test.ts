/** Classifies unexpected responses by their sender: the service, or an intermediary. */
import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../../main/api/errors.ts';
import { toCaptivePortalError } from '../../../main/api/response-origin.ts';
import { clientAt, reply, serverOf, withToken } from './api-world.ts';

type Answer = readonly [status: number, headers: Record<string, string>, text: string];

const html = { 'content-type': 'text/html' };
const page = '<html><title>Sign in to the network</title></html>';

const foreign: readonly Answer[] = [
  [200, html, page],
  [200, { 'content-type': 'text/plain' }, 'Please sign in'],
  [302, { location: 'https://portal.example/login' }, ''],
  [307, { location: 'https://portal.example/login', ...html }, page],
  [401, html, page],
  [403, html, page],
  [404, html, page],
  [511, html, page],
];

async function listAnswered([status, headers, text]: Answer, answeredBefore: Set<string>) {
  const url = await serverOf(withToken((_, response) => void response.writeHead(status, headers).end(text)));
  answeredBefore.add(url);
  return clientAt(url, { answeredBefore }).api.testingdist.list();
}

describe('an HTML response instead of the service’s JSON', () => {
  test.each(foreign)(
    'is reported as a captive portal if the service responded before: %i',
    async (...answer) => {
      await expect(listAnswered(answer, new Set())).rejects.toMatchObject({
        ...{ code: 'api/captivePortal', remedy: 'check-network' },
      });
    },
  );

  test('is reported with the title of the network’s sign-in page', async () => {
    await expect(listAnswered([200, html, page], new Set())).rejects.toThrow(
      /^This network has its own sign-in page: .*“Sign in to the network”/,
    );
  });

  test('is reported as a web page if the service never responded before', async () => {
    const url = await serverOf(withToken((_, response) => void response.writeHead(200, html).end(page)));
    const { api } = clientAt(url, { account: { authUrl: `${url}/` } });
    await expect(api.testingdist.list()).rejects.toMatchObject({ code: 'api/webPage' });
  });

  test('is reported as a captive portal during a sign-in', async () => {
    const url = await serverOf((_, response) => void response.writeHead(401, html).end(page));
    await expect(clientAt(url, { answeredBefore: new Set([url]) }).api.signIn()).rejects.toMatchObject({
      code: 'api/captivePortal',
    });
  });

  test('is reported as a captive portal for a POST if reads fail the same way', async () => {
    const url = await serverOf(withToken((_, response) => void response.writeHead(403, html).end(page)));
    const { testingdist } = clientAt(url, { answeredBefore: new Set([url]) }).api;
    const recipients = { teamIds: [], memberIds: [], emails: ['ada@example.test'] };
    await expect(testingdist.activate(7)).rejects.toMatchObject({ code: 'api/captivePortal' });
    await expect(testingdist.send(7, recipients)).rejects.toMatchObject({ code: 'api/captivePortal' });
  });
});

test.each([401, 403, 404])(
  'a rejection in the service’s own format is not a captive portal: %i',
  async (status) => {
    const url = await serverOf(withToken((_, response) => reply(response, status, { title: 'No.' })));
    const listed = clientAt(url, { answeredBefore: new Set([url]) }).api.testingdist.list();
    await expect(listed).rejects.toMatchObject({ details: { status, bodyKind: 'service' } });
    await expect(listed).rejects.not.toMatchObject({ code: 'api/captivePortal' });
  },
);

test('a rejection by the configured proxy is not a captive portal', () => {
  const details = { status: 407, bodyKind: 'page' } as const;
  const refused = apiErrors.proxyRefused({ proxy: 'proxy.example' }, { details });
  expect(toCaptivePortalError(refused, 'address', new Set(['address']))).toBe(refused);
});
