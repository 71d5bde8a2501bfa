/** On a failing or full disk, the service stores no partial data and recovers afterwards. */
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListedTestApplication, Problem, TestVersion } from '../../main/api/wire.ts';
import { requestToken } from '../contract/service/service-host.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { signInForm } from '../sign-in.ts';
import { sampleApk } from '../unit/packages/builds.ts';
import { fill, smallDisk, testWithDisks } from './disks.ts';
import { applications, expectWhole, startUnderFault, type UnderFault } from './service-under-fault.ts';

const failures = [
  { code: 'ENOSPC', errcode: 13, status: 507, problem: 'service/full' },
  { code: 'EIO', errcode: 10, status: 500, problem: 'internal/unexpected' },
] as const;

/** Runs the change without a fault and returns its fault points up to the commit. */
async function pointsOf(
  service: UnderFault,
  change: () => Promise<Response | null>,
): Promise<readonly string[]> {
  await service.plan({ kind: 'watch' });
  expect((await change())?.ok).toBe(true);
  const points = (await service.points()) ?? [];
  return points.slice(0, points.indexOf('COMMIT') + 1);
}

async function expectProblem(
  answer: Response | null,
  status: number,
  code: string,
  when: string,
): Promise<void> {
  const body = (await answer?.json()) as Problem | undefined;
  expect([answer?.status, body?.code], when).toEqual([status, code]);
}

test('an upload on a failing disk is refused and stores nothing', async () => {
  const dataDir = join(await temporaryFolder(), 'service');
  const service = await startUnderFault(dataDir);
  const upload = (round: number) =>
    service.upload(applications, sampleApk({ id: `dev.example.build${round}`, paddingBytes: 100_000 }));
  const points = await pointsOf(service, () => upload(0));
  expect(points.length).toBeGreaterThan(8);
  const before = await expectWhole(service, dataDir, 'before');
  for (const { code, errcode, status, problem } of failures) {
    for (const [index, point] of points.entries()) {
      const when = `${code} at ${point}`;
      await service.plan({ kind: 'fail', at: index + 1, code, errcode });
      await expectProblem(await upload(1 + index), status, problem, when);
      expect((await expectWhole(service, dataDir, when)).hashes, when).toEqual(before.hashes);
    }
  }
  await service.plan({ kind: 'watch' });
  expect((await upload(99))?.status).toBe(201);
  expect((await expectWhole(service, dataDir, 'afterwards')).hashes).toHaveLength(2);
  await service.stop();
}, 120_000);

test('a deletion on a failing disk is refused or completed at the next start', async () => {
  const dataDir = join(await temporaryFolder(), 'service');
  const service = await startUnderFault(dataDir);
  const upload = async (round: number): Promise<number> => {
    const apk = sampleApk({ id: `dev.example.build${round}`, paddingBytes: 1_000 });
    const made = (await (await service.upload(applications, apk))?.json()) as ListedTestApplication;
    return made.id;
  };
  const remove = (id: number) => service.call('DELETE', `${applications}/${id}`);
  const first = await upload(0);
  const points = await pointsOf(service, () => remove(first));
  const id = await upload(1);
  for (const [index, point] of points.entries()) {
    await service.plan({ kind: 'fail', at: index + 1, code: 'ENOSPC', errcode: 13 });
    await expectProblem(await remove(id), 507, 'service/full', point);
    expect((await expectWhole(service, dataDir, point)).hashes, point).toHaveLength(1);
  }
  await service.plan({ kind: 'fail', at: points.length + 1, code: 'EIO', errcode: 10 });
  expect((await remove(id))?.status).toBe(204);
  expect(await service.json(applications)).toEqual([]);
  await service.stop();
  const again = await startUnderFault(dataDir, { user: service.user });
  expect((await expectWhole(again, dataDir, 'after the next start')).hashes).toEqual([]);
  await again.stop();
}, 120_000);

test('a send request on a failing disk mails no recipient', async () => {
  const dataDir = join(await temporaryFolder(), 'service');
  const service = await startUnderFault(dataDir);
  const made = (await (await service.upload(applications, sampleApk()))?.json()) as ListedTestApplication;
  const path = `${applications}/items/${made.profiles[0]?.id}`;
  await service.call('POST', `${path}/activate`);
  const send = (email: string) => service.call('POST', `${path}/send`, JSON.stringify({ emails: [email] }));
  const points = await pointsOf(service, () => send('ann@example.com'));
  for (const [index, point] of points.entries()) {
    await service.plan({ kind: 'fail', at: index + 1, code: 'ENOSPC', errcode: 13 });
    await expectProblem(await send(`nobody${index}@example.com`), 507, 'service/full', point);
  }
  const { profileMembers } = await service.json<TestVersion>(path);
  expect(profileMembers.map(({ member }) => member.email)).toEqual(['ann@example.com']);
  await service.stop();
}, 120_000);

/** Uploads without a Content-Length, so that only a write finds the disk full. */
function uploadUnannounced(service: UnderFault, token: string, build: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const sending = request(service.url + applications, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', reject);
    sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\n');
    sending.write(build);
    sending.end('\r\n--b--\r\n');
  });
}

async function signedIn({ url, user }: UnderFault): Promise<Response> {
  return requestToken(url, signInForm(user));
}

testWithDisks(
  'a service with a full disk rejects uploads without losing data',
  async () => {
    const disk = await smallDisk(24);
    const dataDir = join(disk, 'service');
    const service = await startUnderFault(dataDir);
    const token = ((await (await signedIn(service)).json()) as { access_token: string }).access_token;
    const build = (round: number, megabytes = 7) =>
      sampleApk({ id: `dev.example.build${round}`, paddingBytes: megabytes * 1_000_000 });
    expect((await service.upload(applications, build(1)))?.status).toBe(201);
    expect((await service.upload(applications, build(2)))?.status).toBe(201);
    const before = await expectWhole(service, dataDir, 'before');

    await expectProblem(await service.upload(applications, build(3, 12)), 507, 'service/full', 'announced');
    expect(await uploadUnannounced(service, token, build(3, 12))).toBe(507);
    expect((await expectWhole(service, dataDir, 'too large')).hashes).toEqual(before.hashes);

    const filler = join(disk, 'filler');
    await fill(filler);
    await expectProblem(
      await service.upload(applications, sampleApk()),
      507,
      'service/full',
      'no space at all',
    );
    expect((await signedIn(service)).status).toBe(507);
    const listed = await service.json<readonly ListedTestApplication[]>(applications);
    expect(listed).toHaveLength(2);

    await rm(filler);
    expect((await signedIn(service)).status).toBe(200);
    expect((await service.call('DELETE', `${applications}/${listed[0]?.id}`))?.status).toBe(204);
    expect((await service.upload(applications, build(4)))?.status).toBe(201);
    expect((await expectWhole(service, dataDir, 'afterwards')).hashes).toHaveLength(2);
    await service.stop();
  },
  120_000,
);
