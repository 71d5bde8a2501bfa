/** The service used with curl: token, uploads, activate, send, page, file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type StoreItem,
  storeItem,
  storeProfile,
  testApplication,
  testVersion,
  tokenResponse,
} from '../../../main/api/wire.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { signInForm } from '../../sign-in.ts';
import { linkType, sampleApk, sampleIpa, sha256, startHost } from '../service/service-host.ts';
import { canRun, run } from './outside-program.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

type Answer = { readonly status: number; readonly body: string };

/** Runs curl and returns the status, which `-w` writes after the body. */
async function curl(...parameters: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await run('curl', ['-sS', '-w', '\n%{http_code}', ...parameters]);
  if (code !== 0) throw new Error(`curl ended with ${code}: ${stderr}`);
  const text = stdout.toString('utf8');
  const end = text.lastIndexOf('\n');
  return { status: Number(text.slice(end + 1)), body: text.slice(0, end) };
}

async function prepare() {
  const { service } = await startHost();
  const user = service.firstUser;
  if (!user) throw new Error('The first start created no user.');
  const form = signInForm(user);
  const fields = Object.entries(form).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
  const granted = await curl(...fields, `${service.url}/identity/connect/token`);
  const { access_token: token } = tokenResponse.strict().parse(JSON.parse(granted.body));
  const folder = await temporaryFolder();
  // Large enough for curl to send `Expect: 100-continue`.
  const files = {
    apk: await sampleApk({ padding: 3_000_000 }),
    ipa: await sampleIpa(),
  };
  const paths = { apk: join(folder, 'Größe 1.apk'), ipa: join(folder, 'app.ipa') };
  await writeFile(paths.apk, files.apk);
  await writeFile(paths.ipa, files.ipa);
  const call = (path: string, ...parameters: readonly string[]) =>
    curl('-H', `Authorization: Bearer ${token}`, ...parameters, service.url + path);
  return { service, files, paths, folder, call };
}

describe.runIf(canRun('curl', ['--version']))('curl', () => {
  test('uploads to every upload endpoint with the documented fields', async () => {
    const { files, paths, call } = await prepare();
    const application = await call(testing, '-F', `file=@${paths.apk}`);
    expect(application.status).toBe(201);
    const made = testApplication.strict().parse(JSON.parse(application.body));
    expect(made.profiles).toMatchObject([{ fileSize: files.apk.length, platformTypeName: 'Android' }]);

    const version = await call(`${testing}/${made.id}/items`, '-F', `file=@${paths.ipa}`);
    expect(version.status).toBe(201);
    expect(testVersion.strict().parse(JSON.parse(version.body))).toMatchObject({
      applicationId: made.id,
      platformTypeName: 'iOS',
      fileName: null,
    });

    const profile = await call(store, '-F', `file=@${paths.ipa}`);
    expect(profile.status).toBe(201);
    const { id, items } = storeProfile.strict().parse(JSON.parse(profile.body));
    expect(items).toMatchObject([{ type: 1, fileSize: files.ipa.length }]);

    const item = await call(`${store}/${id}`, '-F', `fileName=@${paths.apk}`);
    expect(item.status).toBe(201);
    const added: StoreItem = storeItem.strict().parse(JSON.parse(item.body));
    expect(added).toMatchObject({ type: 2, profileId: id, profile: { id, totalCount: 2 } });
  });

  test('uploads chunked in link mode with a release note', async () => {
    const { paths, call } = await prepare();
    const { status, body } = await call(
      testing,
      ...['-H', 'Transfer-Encoding: chunked', '-H', `Accept: ${linkType}`],
      ...['-F', 'releaseNote=Zwei Zeilen\nund mehr', '-F', `file=@${paths.apk}`],
    );
    expect(status).toBe(201);
    expect(JSON.parse(body)).toMatchObject({
      profiles: { _value: [{ releaseNote: 'Zwei Zeilen\nund mehr', _links: expect.any(Array) }] },
    });
  });

  test('activates and sends a version and resumes its download', async () => {
    const { service, files, paths, folder, call } = await prepare();
    const { body } = await call(testing, '-F', `file=@${paths.apk}`);
    const id = testApplication.parse(JSON.parse(body)).profiles[0]?.id;
    const active = await call(`${testing}/items/${id}/activate`, '-X', 'POST');
    expect(JSON.parse(active.body)).toMatchObject({ isActive: true, fileName: 'Größe 1.apk' });
    const json = JSON.stringify({ teamIds: [], memberIds: [], emails: ['ann@example.com'] });
    const sent = await call(`${testing}/items/${id}//send`, '--json', json);
    expect([sent.status, JSON.parse(sent.body).profileMembers.length]).toEqual([200, 1]);
    await service.idle();
    const [message] = await service.outbox.list();
    const link = message?.installLink ?? '';
    const target = join(folder, 'half.apk');
    await writeFile(target, files.apk.subarray(0, 1_000_000));
    expect((await curl('-C', '-', '-o', target, `${link}/file`)).status).toBe(206);
    expect(sha256(await readFile(target))).toBe(sha256(files.apk));
    const named = await run('curl', ['-sS', '-OJ', '--output-dir', folder, `${link}/file`]);
    expect(named.code).toBe(0);
    expect(sha256(await readFile(join(folder, 'Gr__e 1.apk')))).toBe(sha256(files.apk));
    const etag = join(folder, 'etag');
    await curl('--etag-save', etag, '-o', target, `${link}/file`);
    expect((await curl('--etag-compare', etag, '-o', target, `${link}/file`)).status).toBe(304);
    expect((await call(`${testing}/items/${id}`, '-X', 'DELETE')).status).toBe(204);
    expect((await curl(link)).status).toBe(404);
  });

  test('receives problem details for a rejected upload', async () => {
    const { service, paths, folder, call } = await prepare();
    await writeFile(join(folder, 'notes.apk'), 'no build');
    const wrong = await call(testing, '-F', `file=@${join(folder, 'notes.apk')}`);
    expect([wrong.status, JSON.parse(wrong.body).code]).toEqual([422, 'service/unreadable']);
    const anonymous = await curl('-F', `file=@${paths.apk}`, service.url + testing);
    expect([anonymous.status, JSON.parse(anonymous.body).code]).toEqual([401, 'service/token']);
  });
});
