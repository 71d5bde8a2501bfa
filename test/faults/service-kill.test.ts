/** The service is killed at every moment of an upload: afterwards a build is there whole, or not at all. */
import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ListedTestApplication, TestVersion } from '../../main/api/wire.ts';
import type { FirstUser } from '../../main/service/service.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { type Running, startSlipway } from '../unit/cli/run-slipway.ts';
import { sampleApk } from '../unit/packages/builds.ts';

type Served = { readonly run: Running; readonly url: string; readonly firstUser: FirstUser | null };

async function serve(dataDir: string): Promise<Served> {
  const run = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir]);
  const line = (await run.until('stdout', '\n')).split('\n', 1)[0] ?? '';
  const { local, firstUser } = JSON.parse(line) as { local: string; firstUser: FirstUser | null };
  return { run, url: local, firstUser };
}

async function signIn(url: string, user: FirstUser): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: user.userName,
    password: user.password,
    client_id: user.clientId,
    client_secret: user.clientSecret,
    scope: 'test',
  });
  const answer = await fetch(`${url}/identity/connect/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const boundary = 'between-the-parts';

/** An upload that has sent nothing yet; `answered` is the status, null when there was none. */
function startUpload(url: string, token: string, apk: Buffer) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), apk, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const sending: ClientRequest = request(`${url}/api/v3/testingdist/profiles`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  const answered = new Promise<number | null>((resolve) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    sending.on('error', () => resolve(null));
  });
  return { sending, body, answered };
}

/** Resolves when something appears in the folder or below it. */
function appearsIn(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, { recursive: true }, () => {
      watcher.close();
      resolve();
    });
  });
}

type Moment = {
  readonly name: string;
  /** How much of the body is sent before it comes. */
  readonly share: number;
  readonly comes: (folder: string) => Promise<void>;
};

const afterMilliseconds = [0, 1, 2, 3, 5, 8, 12, 17, 25, 40, 60];

const moments: readonly Moment[] = [
  { name: 'as the first bytes arrive', share: 0.1, comes: (folder) => appearsIn(join(folder, 'incoming')) },
  { name: 'in the middle', share: 0.5, comes: (folder) => appearsIn(join(folder, 'incoming')) },
  { name: 'before the last bytes', share: 0.999, comes: (folder) => appearsIn(join(folder, 'incoming')) },
  { name: 'as the file gets its name', share: 1, comes: (folder) => appearsIn(join(folder, 'blobs')) },
  { name: 'as the record is written', share: 1, comes: (folder) => recordWritten(folder) },
  ...afterMilliseconds.map((ms) => ({
    name: `${ms} ms after the last byte`,
    share: 1,
    comes: () => sleep(ms),
  })),
];

function recordWritten(folder: string): Promise<void> {
  return new Promise((resolve) => {
    let named = false;
    const watcher = watch(folder, { recursive: true }, (_event, path) => {
      if (path?.startsWith('blobs')) named = true;
      if (!named || !path?.startsWith('service.db')) return;
      watcher.close();
      resolve();
    });
  });
}

async function versionsOf(url: string, token: string): Promise<readonly TestVersion[]> {
  const answer = await fetch(`${url}/api/v3/testingdist/profiles`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const applications = (await answer.json()) as readonly ListedTestApplication[];
  return applications.flatMap((application) => application.profiles);
}

async function downloadedHash(url: string, token: string, version: TestVersion): Promise<string> {
  await fetch(`${url}/api/v3/testingdist/profiles/items/${version.id}/activate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const [file] = version.profileFiles as readonly { readonly downloadUrl: string }[];
  const bytes = await (await fetch(file?.downloadUrl ?? '')).arrayBuffer();
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
}

const hashOf = (version: TestVersion): string =>
  (version.profileFiles as readonly { readonly sha256: string }[])[0]?.sha256 ?? '';

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('killed at any moment of an upload, the service has each build whole or not at all', async () => {
  const dataDir = await temporaryFolder();
  const folder = join(dataDir, 'service');
  let served = await serve(dataDir);
  const user = served.firstUser;
  if (!user) throw new Error('the first start made no user');
  const stored = new Map<string, 'answered' | 'perhaps'>();
  for (const [index, moment] of moments.entries()) {
    const apk = sampleApk({ id: `dev.example.build${index}`, paddingBytes: 3_000_000 });
    const token = await signIn(served.url, user);
    await mkdir(join(folder, 'blobs'), { recursive: true });
    const comes = moment.comes(folder);
    const { sending, body, answered } = startUpload(served.url, token, apk);
    if (moment.share < 1) sending.write(body.subarray(0, Math.floor(body.length * moment.share)));
    else await new Promise<void>((resolve) => sending.end(body, resolve));
    await comes;
    served.run.process.kill('SIGKILL');
    await served.run.ended;
    const status = await answered;
    sending.destroy();
    const hash = createHash('sha256').update(apk).digest('hex');
    if (moment.share === 1) stored.set(hash, status === 201 ? 'answered' : 'perhaps');

    served = await serve(dataDir);
    const fresh = await signIn(served.url, user);
    const versions = await versionsOf(served.url, fresh);
    const hashes = versions.map(hashOf);
    expect(
      hashes.filter((one) => !stored.has(one)),
      moment.name,
    ).toEqual([]);
    for (const [one, kind] of stored) {
      if (kind === 'answered') expect(hashes, moment.name).toContain(one);
    }
    expect(new Set(hashes).size, moment.name).toBe(hashes.length);
    expect(await filesIn(join(folder, 'incoming')), moment.name).toEqual([]);
    expect((await filesIn(join(folder, 'blobs'))).toSorted(), moment.name).toEqual(hashes.toSorted());
    const newest = versions.find((version) => hashOf(version) === hash);
    if (newest) expect(await downloadedHash(served.url, fresh, newest), moment.name).toBe(hash);
    else stored.delete(hash);
  }
  // Some moments must lie before the record and some behind it, or the test has shown nothing.
  expect(stored.size).toBeGreaterThan(0);
  expect(stored.size).toBeLessThan(moments.length);
  served.run.process.kill('SIGINT');
  expect((await served.run.ended).code).toBe(0);
}, 180_000);
