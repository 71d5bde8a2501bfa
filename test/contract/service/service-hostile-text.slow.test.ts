/** Texts of maximum length that would block a parser whose run time is not linear. */
import { describe, expect, test } from 'vitest';
import type { StoreProfile } from '../../../main/api/wire.ts';
import { defaultLimits } from '../../../main/service/http/limits.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { openRaw } from '../api/raw-client.ts';
import { withActiveVersion } from './active-version.ts';
import { type ServiceHost, sampleIpa, startHost } from './service-host.ts';

const parts = [
  'token-',
  'password=',
  '/',
  '://a:',
  '"',
  '\\"',
  ';',
  ', ',
  '=',
  ' ',
  '%',
  '<',
  'a@',
  'q=1;a/b,',
  '..',
];

const hostile = (length: number, part: string): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Maximum length of one header, with space for the usual other headers. */
const headerLength = defaultLimits.maxHeaderBytes - 1024;

async function statusOf(
  { host }: { readonly host: ServiceHost },
  line: string,
  headers: string,
  body = '',
): Promise<number> {
  const client = await openRaw(host.service.url);
  await client.send(
    `${line} HTTP/1.1\r\nHost: slipway\r\nConnection: close\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const { status } = await client.answer();
  client.socket.destroy();
  return status;
}

const headerNames = [
  ...[
    'User-Agent',
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Authorization',
    'Content-Type',
    'Cookie',
  ],
  ...['Range', 'If-Range', 'If-None-Match', 'X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Host'],
];

describe('the service', () => {
  test('responds without a 5xx to hostile headers, paths and queries', { timeout: 300_000 }, async () => {
    const active = await withActiveVersion({ proxyHops: 1 });
    const statuses: number[] = [];
    for (const part of parts) {
      for (const name of headerNames) {
        const header = `${name}: x${hostile(headerLength, part)}x\r\n`;
        for (const line of ['GET /api/v3/root', 'GET /install/x', 'POST /identity/connect/token']) {
          statuses.push(await statusOf(active, line, header));
        }
      }
      const address = encodeURI(hostile(headerLength / 3, part)).slice(0, headerLength);
      statuses.push(await statusOf(active, `GET /${address}`, ''));
      statuses.push(await statusOf(active, `GET /install/${address}`, ''));
      statuses.push(await statusOf(active, `GET /?${address}`, ''));
    }
    expect(statuses.filter((status) => status < 200 || status >= 500)).toEqual([]);
    expect(statuses).toHaveLength(parts.length * (headerNames.length * 3 + 3));
    expect((await active.host.call('GET', '/api/v3/root')).status).toBe(200);
  });

  test('responds without a 5xx to hostile forms, address lists and notes', { timeout: 300_000 }, async () => {
    const { host, path, send } = await withActiveVersion();
    const statuses: number[] = [];
    for (const part of parts) {
      const field = hostile(defaultLimits.maxFieldBytes, part);
      const list = hostile(defaultLimits.maxBodyBytes / 4, part);
      const form = new FormData();
      form.append('releaseNote', field);
      form.append(field.slice(0, 1024), field);
      const answers = [
        await send({ emails: [list] }),
        await send({ emails: Array.from({ length: 10_000 }, () => part) }),
        await send({ emails: ['ann@example.org'], note: list }),
        await host.call('PUT', path, { body: form }),
        await fetch(`${host.service.url}/identity/connect/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'password',
            username: field,
            password: field,
            scope: field,
          }),
        }),
      ];
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status < 200 || status >= 500)).toEqual([]);
    expect(statuses).toHaveLength(parts.length * 5);
    expect((await host.call('GET', '/api/v3/root')).status).toBe(200);
  });

  test('rejects hostile passwords, cookies and passes of a store page', { timeout: 300_000 }, async () => {
    const clock = createFakeClock();
    const host = await startHost({ clock });
    const upload = await host.upload('/api/v3/appstore/profiles', await sampleIpa());
    const made = (await upload.json()) as StoreProfile;
    await host.service.setProfileAccess(made.id, { staticUser: { userName: 'ann', password: 'secret' } });
    const { pathname } = new URL((await host.service.storeLink(made.id)) ?? '');
    const statuses: number[] = [];
    for (const part of parts) {
      const text = hostile(headerLength, part);
      const encoded = Buffer.from(hostile(headerLength * 0.7, part)).toString('base64');
      for (const header of [
        `Authorization: Basic ${text}x`,
        `Authorization: Basic ${encoded}`,
        `Cookie: slipway-profile-${made.id}=${text}x`,
        `Cookie: ${text}x`,
      ]) {
        // Waits out the rate limiter, so that every password is actually compared.
        await clock.advance(60 * 60_000);
        statuses.push(await statusOf({ host }, `GET ${pathname}`, `${header}\r\n`));
      }
      const pass = encodeURIComponent(hostile(headerLength / 3, part));
      statuses.push(await statusOf({ host }, `GET ${pathname}?pass=${pass}`, ''));
    }
    expect(statuses.filter((status) => status !== 401)).toEqual([]);
    expect(statuses).toHaveLength(parts.length * 5);
  });
});
