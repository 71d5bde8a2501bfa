import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  listedTestApplication,
  root,
  storeItem,
  storeProfile,
  testApplication,
  testVersion,
} from '../../../main/api/wire.ts';
import { CodedError } from '../../../main/base/errors.ts';
import { clientAt, plainVersion, serverOf, withToken } from '../../unit/api/api-world.ts';
import { everyCall } from './other-calls.ts';

const uploaded = (resource: z.ZodType) =>
  z.strictObject({ resource, sha256: z.string().regex(/^[\da-f]{64}$/) });

/** Schemas of the results by call. */
const given: Readonly<Record<string, z.ZodType>> = {
  root,
  'testingdist.list': z.array(listedTestApplication),
  'testingdist.get': testApplication,
  'testingdist.getVersion': testVersion,
  'testingdist.activate': testVersion,
  'testingdist.deactivate': testVersion,
  'testingdist.create': uploaded(testApplication),
  'testingdist.createVersion': uploaded(testVersion),
  'appstore.list': z.array(storeProfile),
  'appstore.get': storeProfile,
  'appstore.update': storeProfile,
  'appstore.create': uploaded(storeProfile),
  'appstore.createItem': uploaded(storeItem),
};

const item = {
  ...{
    id: 9,
    profileId: 3,
    orderId: 1,
    uniqueId: 'x',
    customUrl: null,
    iconUrl: null,
    name: 'Shop',
    version: '1.0',
  },
  ...{ type: 1, link: null, fileSize: 1, enabled: true, clickCount: 0, profile: null },
  ...{ createDateTimeUtc: '2026-11-21T08:30:00Z', updateDateTimeUtc: '2026-11-21T08:30:00Z' },
};
const profile = {
  ...{ id: 3, name: 'Shop', enabled: true, items: [item] },
  ...{ createDateTimeUtc: '2026-11-21T08:30:00Z', updateDateTimeUtc: '2026-11-21T08:30:00Z' },
};
const application = { id: 3, name: 'Shop', profiles: [plainVersion], lastProfile: plainVersion };
const whole: readonly object[] = [
  plainVersion,
  application,
  profile,
  item,
  { ...item, profile },
  [application],
  [profile],
  { _value: [application], _links: [{ href: '/x', rel: 'create_profile', method: 'POST' }] },
  { appStore: [], testingDist: [] },
];

/** A complete resource, or one with a single replaced value. */
const nearlyWhole = fc
  .tuple(fc.constantFrom(...whole), fc.jsonValue(), fc.nat(), fc.boolean())
  .map(([resource, damage, at, isWhole]) => {
    if (isWhole) return resource;
    const text = JSON.stringify(resource);
    const values = [...text.matchAll(/(?<=:)("[^"]*"|\d+|null|true|false)/g)];
    const spot = values[at % Math.max(1, values.length)];
    if (!spot) return damage;
    return JSON.parse(
      text.slice(0, spot.index) + JSON.stringify(damage) + text.slice(spot.index + spot[0].length),
    ) as unknown;
  });

const answer = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201, 202, 204) },
    fc.constantFrom(
      300,
      301,
      302,
      304,
      307,
      400,
      401,
      403,
      404,
      405,
      406,
      408,
      409,
      410,
      413,
      415,
      418,
      422,
      425,
      429,
      499,
    ),
    fc.constantFrom(500, 501, 502, 503, 504, 507, 511, 599),
  ),
  body: fc.oneof(
    { weight: 4, arbitrary: nearlyWhole.map((value) => JSON.stringify(value)) },
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `<html><title>${text}</title></html>`),
    fc.constant(''),
  ),
  type: fc.constantFrom(
    'application/json',
    'text/html',
    'text/plain; charset=utf-16le',
    'application/problem+json',
    '',
  ),
  location: fc.option(fc.constantFrom('/api/v3/x', 'http://[', 'https://evil.example/', '?'), { nil: null }),
  retryAfter: fc.option(fc.constantFrom('7', '-1', 'soon', 'Sat, 21 Nov 2099 08:30:00 GMT'), { nil: null }),
  encoding: fc.constantFrom('', '', '', 'gzip', 'br, gzip', 'rot13'),
});

type Answer = typeof answer extends fc.Arbitrary<infer Given> ? Given : never;

function sendResponse(
  response: ServerResponse,
  { status, body, type, location, retryAfter, encoding }: Answer,
): void {
  if (type !== '') response.setHeader('content-type', type);
  if (location !== null) response.setHeader('location', location);
  if (retryAfter !== null) response.setHeader('retry-after', retryAfter);
  if (encoding !== '') response.setHeader('content-encoding', encoding);
  response.writeHead(status).end(body);
}

describe.each(['plain', 'link'] as const)('the client in %s mode', (mode) => {
  test('returns a valid result or an error with a code for any response', async () => {
    let next: readonly Answer[] = [];
    let turn = 0;
    const url = await serverOf(
      withToken(async (request, response) => {
        for await (const _ of request);
        const chosen = next[turn % next.length];
        turn += 1;
        if (chosen) sendResponse(response, chosen);
      }),
    );
    let successes = 0;
    const check = async (
      answers: readonly Answer[],
      [name, call]: (typeof everyCall)[number],
    ): Promise<void> => {
      next = answers;
      turn = 0;
      const { api } = clientAt(url, { account: { mode } });
      try {
        const result = await call(api);
        successes += 1;
        (given[name] ?? z.undefined()).parse(result);
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        expect(error.code).toMatch(/^api\//);
        expect(error.message).toMatch(/^[^\p{Cc}]{10,}[.!?…:]["”)]?$/u);
        expect(error.details).toMatchObject({
          method: expect.any(String),
          url: expect.stringContaining(url),
        });
      }
      await api.close();
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...everyCall),
        check,
      ),
      { numRuns: 250 },
    );
    // The test is meaningless if no call succeeds.
    expect(successes).toBeGreaterThan(20);
  });
});
