import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Problem, problem, type TestApplication } from '../../../main/api/wire.ts';
import { storedHashes } from '../../fakes/stored-builds.ts';
import { type ServiceHost, sampleApk, sha256, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

async function expectRefused(
  host: ServiceHost,
  response: Response,
  status: number,
  code: string,
): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const body = problem.parse(await response.json());
  expect([response.status, body.status, body.code]).toEqual([status, status, `service/${code}`]);
  expect(await storedHashes(host.dataDir)).toEqual([]);
  expect(await host.json('GET', base)).toEqual([]);
  return body;
}

test('a file that is not a build is rejected without internal paths', async () => {
  const host = await startHost();
  const response = await host.upload(base, new TextEncoder().encode('just text'), { name: 'notes.apk' });
  const { detail } = await expectRefused(host, response, 422, 'unreadable');
  expect(detail).not.toContain(host.dataDir);
  expect(detail).not.toContain('.part');
});

test('a release note sent as a file is rejected', async () => {
  const host = await startHost();
  for (const first of ['file', 'releaseNote']) {
    const form = new FormData();
    const parts = { file: new Blob([await sampleApk()]), releaseNote: new Blob(['Faster']) } as const;
    for (const field of first === 'file'
      ? (['file', 'releaseNote'] as const)
      : (['releaseNote', 'file'] as const))
      form.append(field, parts[field], `${field}.bin`);
    const { detail } = await expectRefused(
      host,
      await host.call('POST', base, { body: form }),
      400,
      'badBody',
    );
    expect(detail).toContain('"releaseNote" is a file');
  }
});

test('empty, missing, misnamed and duplicate files fail with distinct errors', async () => {
  const host = await startHost();
  await expectRefused(host, await host.upload(base, new Uint8Array(), { name: 'x.apk' }), 422, 'emptyFile');
  const none = new FormData();
  none.append('file', 'only text');
  await expectRefused(host, await host.call('POST', base, { body: none }), 400, 'badBody');
  await expectRefused(host, await host.upload(base, await sampleApk(), { field: 'build' }), 400, 'noFile');
  const two = new FormData();
  two.append('file', new Blob([await sampleApk()]), 'a.apk');
  two.append('fileName', new Blob([await sampleApk()]), 'b.apk');
  await expectRefused(host, await host.call('POST', base, { body: two }), 400, 'twoFiles');
});

test('a build over the size limit is rejected', async () => {
  const host = await startHost({ limits: { maxBuildBytes: 1_000_000 } });
  const announced = await host.upload(base, new Uint8Array(3_000_000));
  const { detail } = await expectRefused(host, announced, 413, 'tooLarge');
  expect(detail).toContain('1000000');
  await expectRefused(host, await host.upload(base, new Uint8Array(1_000_001)), 413, 'tooLarge');
});

test('too many or too long text fields are rejected', async () => {
  const host = await startHost({ limits: { maxFormFields: 3 } });
  const many = new FormData();
  for (let index = 0; index < 5; index += 1) many.append(`field${index}`, 'x');
  many.append('file', new Blob([await sampleApk()]), 'a.apk');
  await expectRefused(host, await host.call('POST', base, { body: many }), 400, 'badBody');
  const long = new FormData();
  long.append('releaseNote', 'x'.repeat(70_000));
  const { detail } = await expectRefused(
    host,
    await host.call('POST', base, { body: long }),
    413,
    'bodyTooLarge',
  );
  expect(detail).toContain('larger than the limit of 65536 bytes');
});

test('a release note over the limit is truncated and rendered', async () => {
  const host = await startHost();
  const form = new FormData();
  form.append('releaseNote', `**New** ${'- '.repeat(16_000)}`);
  form.append('file', new Blob([await sampleApk()]), 'a.apk');
  const made = (await (await host.call('POST', base, { body: form })).json()) as TestApplication;
  const [version] = made.profiles;
  expect(version?.releaseNote).toHaveLength(10_000);
  await host.call('POST', `${base}/items/${version?.id}/activate`);
  const page = await fetch((await host.service.installLink(version?.id ?? 0)) ?? '');
  expect(await page.text()).toContain('<p><strong>New</strong> - -');
});

test('a connection lost during an upload leaves no files', async () => {
  const host = await startHost();
  const url = new URL(host.service.url + base);
  await new Promise<void>((resolve) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 5_000_000,
      },
    });
    request.on('error', () => resolve());
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\nBUILD');
    request.write(randomBytes(2_000_000), () => request.destroy());
    request.on('close', () => resolve());
  });
  await expect.poll(() => storedHashes(host.dataDir)).toEqual([]);
  expect(await host.json('GET', base)).toEqual([]);
});

test('an upload over the parallel limit fails with 503 and Retry-After', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let entered = (): void => undefined;
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const host = await startHost({
    limits: { maxParallelUploads: 1 },
    inspect: async () => {
      entered();
      await released;
      throw new Error('The test refuses every build.');
    },
  });
  const first = host.upload(base, await sampleApk());
  await inside;
  const second = await host.upload(base, await sampleApk());
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5']);
  release();
  const failed = await first;
  expect(failed.status).toBe(500);
  expect(host.lines.join('\n')).toContain(failed.headers.get('x-request-id'));
  expect(await storedHashes(host.dataDir)).toEqual([]);
});

test('file names keep Unicode and never become paths', async () => {
  const host = await startHost();
  for (const [sent, stored] of [
    ['../../etc/пароль 🎉.apk', 'пароль 🎉.apk'],
    ['C:\\builds\\app.apk', 'app.apk'],
    ['..', 'build'],
  ] as const) {
    const made = await host.add<TestApplication>(base, await sampleApk(), { name: sent });
    const single = await host.json<{ fileName: string }>('GET', `${base}/items/${made.profiles[0]?.id}`);
    expect(single.fileName).toBe(stored);
  }
});

test.each([
  ['app.apk', 'app.apk'],
  ['App.APK', 'App.apk'],
  ['app.ipa', 'app.apk'],
  ['build.zip', 'build.zip.apk'],
  ['app.apk.', 'app.apk..apk'],
  ['..', 'build.apk'],
])('an apk uploaded as %s is served as %s without proxy buffering', async (name, served) => {
  const host = await startHost();
  const made = await host.add<TestApplication>(base, await sampleApk(), { name });
  const [version] = made.profiles;
  await host.call('POST', `${base}/items/${version?.id}/activate`);
  const file = await fetch(`${await host.service.installLink(version?.id ?? 0)}/file`);
  await file.arrayBuffer();
  expect(file.headers.get('content-disposition')).toContain(`filename="${served}"`);
  expect(file.headers.get('x-accel-buffering')).toBe('no');
});

test('a restart keeps all data and removes unfinished uploads', async () => {
  const first = await startHost();
  const apk = await sampleApk();
  await first.upload(base, apk);
  await first.service.people.createTeam('Testers');
  const before = await first.json<TestApplication[]>('GET', base);
  await first.service.stop();
  await writeFile(join(first.dataDir, 'incoming', 'half.part'), 'half');
  await writeFile(join(first.dataDir, 'blobs', '.DS_Store'), 'left by a file browser');

  const second = await startHost({ dataDir: first.dataDir });
  expect(second.service.firstUser).toBeNull();
  expect(await readdir(join(first.dataDir, 'incoming'))).toEqual([]);
  expect(await storedHashes(first.dataDir)).toEqual([sha256(apk)]);
  const after = await second.json<TestApplication[]>('GET', base);
  expect(JSON.stringify(after).replaceAll(second.service.url, '')).toBe(
    JSON.stringify(before).replaceAll(first.service.url, ''),
  );
  expect((await second.service.people.list()).teams).toMatchObject([{ name: 'Testers' }]);
});

test('a start fails if the folder or the port is in use', async () => {
  const host = await startHost();
  await expect(startHost({ dataDir: host.dataDir })).rejects.toMatchObject({ code: 'lock/inUse' });
  const port = Number(new URL(host.service.url).port);
  await expect(startHost({ port })).rejects.toMatchObject({
    code: 'service/listen',
    cause: { code: 'EADDRINUSE' },
  });
});
