import { describe, expect, test } from 'vitest';
import type { Problem, TestVersion } from '../../../main/api/wire.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { defaultLimits } from '../../../main/service/http/limits.ts';
import type { DailyQuota } from '../../../main/service/service-view.ts';
import { tokenOf } from '../../sign-in.ts';
import { withActiveVersion } from './active-version.ts';
import { caller, type ServiceHost, sampleApk, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';
const day = 86_400_000;

/** 20 minutes before the end of a day. */
const evening = day * 20_000 - 20 * 60_000;

async function startAt(time: { now: number }, daily: Partial<DailyQuota> = {}): Promise<ServiceHost> {
  const clock = { ...systemClock, now: () => time.now };
  return startHost({ clock, limits: { daily: { ...defaultLimits.daily, ...daily } } });
}

async function tokenWith({ service }: ServiceHost, name: string, quota: Partial<DailyQuota> = {}) {
  const scopes = ['upload', 'activate', 'send'] as const;
  const { token } = await service.accessTokens.add({ name, apps: 'all', scopes, quota, expiresAt: null });
  return caller(service.url, token);
}

async function refusal(response: Response) {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    code: ((await response.json()) as Problem).code,
  };
}

const untilMidnight = { status: 429, retryAfter: '1200' };

describe('daily quota', () => {
  test.each([testing, store])('limits the uploads of an access token to %s until midnight', async (path) => {
    const time = { now: evening };
    const host = await startAt(time, { uploads: 2 });
    const token = await tokenWith(host, 'builds');
    for (let count = 0; count < 2; count += 1)
      expect((await token.upload(path, await sampleApk())).status).toBe(201);
    expect(await refusal(await token.upload(path, await sampleApk()))).toEqual({
      ...untilMidnight,
      code: 'service/dailyUploads',
    });
    const other = await tokenWith(host, 'other builds');
    expect((await other.upload(path, await sampleApk())).status).toBe(201);
    time.now += 20 * 60_000;
    expect((await token.upload(path, await sampleApk())).status).toBe(201);
  });

  test('limits the uploaded bytes of an access token', async () => {
    const host = await startAt({ now: evening });
    const apk = await sampleApk();
    const token = await tokenWith(host, 'builds', { bytes: apk.length + 1 });
    expect((await token.upload(testing, apk)).status).toBe(201);
    expect(await refusal(await token.upload(testing, apk))).toEqual({
      ...untilMidnight,
      code: 'service/dailyBytes',
    });
    expect(await host.json('GET', testing)).toHaveLength(1);
  });

  test('counts all tokens of a user together', async () => {
    const host = await startAt({ now: evening }, { uploads: 1 });
    const user = await host.service.identity.createUser('ann');
    const client = await host.service.identity.createClient('builds');
    const [one, two] = [0, 1].map(async () =>
      caller(host.service.url, await tokenOf(host.service.url, { ...user, ...client })),
    );
    expect((await (await one)?.upload(testing, await sampleApk()))?.status).toBe(201);
    expect((await (await two)?.upload(testing, await sampleApk()))?.status).toBe(429);
    expect((await host.upload(testing, await sampleApk())).status).toBe(201);
  });

  test('limits the messages of an access token', async () => {
    const { host, path } = await withActiveVersion({ clock: { ...systemClock, now: () => evening } });
    const token = await tokenWith(host, 'builds', { messages: 60 });
    const send = (count: number, from = 0) =>
      token.call('POST', `${path}/send`, {
        body: { Emails: Array.from({ length: count }, (_, at) => `${from + at}@example.com`) },
      });
    expect((await send(61)).status).toBe(429);
    expect((await send(55)).status).toBe(200);
    expect(await refusal(await send(6, 100))).toEqual({ ...untilMidnight, code: 'service/dailyMessages' });
    expect((await send(5, 200)).status).toBe(200);
    const { profileMembers } = await host.json<TestVersion>('GET', path);
    expect(profileMembers).toHaveLength(60);
  });
});
