/** Google's verification of Android developers, against a server that follows its documentation. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { Core } from '../../../main/core.ts';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { inEnglish } from '../../english.ts';
import {
  type StatusFault,
  type StatusService,
  startStatusService,
  validKey,
} from '../../fakes/status-service.ts';
import { freshCore, openCore, startedCore, upload } from './core-world.ts';

const packageId = 'dev.example.sample';
const signedApk = join(import.meta.dirname, '../../fixtures/signed.apk');
const otherCertificate = 'ab'.repeat(32);

const certificateOf = (info: PackageInfo): string => info.signing?.certificates[0]?.sha256 ?? '';

const codesOf = (info: PackageInfo): readonly string[] => info.warnings.map(({ code }) => code);

const useService = (core: Core, { url }: StatusService, key = validKey) =>
  core.registration.set({ key, address: url });

async function withService() {
  const [google, opened] = [await startStatusService(), await freshCore()];
  return { ...opened, google, path: signedApk };
}

describe('uploads.inspect', () => {
  test('returns null without an API key', async () => {
    const { core, path, google } = await withService();
    expect(await core.uploads.inspect(path)).toMatchObject({ registration: null });
    expect(google.keys).toEqual([]);
  });

  test('returns registered if Google lists package and certificate', async () => {
    const { core, path, google } = await withService();
    google.registered.set(packageId, certificateOf(await inspectPackage(path)));
    expect(await useService(core, google)).toMatchObject({ hasKey: true, failure: null });
    const { registration, ...info } = await core.uploads.inspect(path);
    const { registration: _, ...before } = await inspectPackage(path);
    expect([registration, info]).toEqual(['registered', before]);
    expect(google.asked).toEqual([packageId]);
  });

  test.for([
    ['not-registered', null, 'warning/notRegistered', 0],
    ['other-certificate', otherCertificate, 'warning/otherCertificate', 1],
  ] as const)('returns %s with a warning', async ([registration, certificate, code, questions]) => {
    const { core, path, google } = await withService();
    if (certificate !== null) google.registered.set(packageId, certificate);
    await useService(core, google);
    const info = await core.uploads.inspect(path);
    expect(info).toMatchObject({ registration, installability: { kind: 'may-be-refused' } });
    expect(codesOf(info)).toContain(code);
    expect(info.installWarnings).toHaveLength(questions);
  });

  test('sends one request a day for a package and certificate', async () => {
    const { core, path, google, dataDir, close } = await withService();
    const secrets = memorySecrets({ 'registration/key': validKey });
    await useService(core, google);
    await Promise.all([core.uploads.inspect(path), core.uploads.inspect(path)]);
    await close();
    const { core: restarted } = await openCore(dataDir, secrets);
    expect(await restarted.uploads.inspect(path)).toMatchObject({ registration: 'not-registered' });
    expect(google.asked).toEqual([packageId]);
  });

  test.for<[fault: StatusFault, code: RegExp]>([
    ['denied', /^registration\/keyRefused$/],
    ['quota', /^registration\/quotaUsed$/],
    ['error', /^registration\/unexpectedAnswer$/],
    ['garbage', /^registration\/unexpectedAnswer$/],
    ['redirect', /^registration\/unexpectedAnswer$/],
    ['hang', /^registration\/noAnswer$/],
    ['huge', /^api\//],
    ['break', /^api\//],
  ])('returns null and reports one failure after the fault “%s”', async ([fault, code]) => {
    const { core, path, google, lines } = await withService();
    await useService(core, google);
    google.setFault(fault);
    expect(await core.uploads.inspect(path)).toMatchObject({ registration: null });
    expect(await core.uploads.inspect(path)).toMatchObject({ registration: null });
    expect(google.asked).toEqual([packageId]);
    expect(await core.registration.get()).toMatchObject({ failure: { code: expect.stringMatching(code) } });
    expect(lines.filter((line) => line.includes('Could not check a registration'))).toHaveLength(1);
  });
});

describe('registration.set', () => {
  test('reports a key that Google refuses, and checks the next key', async () => {
    const { core, google, path } = await withService();
    const { failure } = await useService(core, google, 'AIzaWrong');
    expect(inEnglish(failure)).toMatchObject({
      code: 'registration/keyRefused',
      message: expect.stringMatching(/^The key was refused by Google:/),
    });
    expect(await useService(core, google)).toMatchObject({ hasKey: true, failure: null });
    expect(await core.uploads.inspect(path)).toMatchObject({ registration: 'not-registered' });
  });

  test('rejects a key with spaces and keeps the saved key', async () => {
    const { core, google } = await withService();
    await useService(core, google);
    await expect(useService(core, google, 'two words')).rejects.toMatchObject({
      code: 'settings/invalid',
      field: 'key',
    });
    await expect(
      core.registration.set({ key: validKey, address: 'ftp://example.org' }),
    ).rejects.toMatchObject({
      field: 'address',
    });
    expect(await core.registration.get()).toMatchObject({ hasKey: true, address: google.url });
  });

  test('removes the key with its address', async () => {
    const { core, google } = await withService();
    await useService(core, google);
    expect(await core.registration.set({ key: '' })).toEqual({ hasKey: false, address: null, failure: null });
  });

  test('writes the key to no file, log or support bundle', async () => {
    const { core, google, path, dataDir, lines } = await withService();
    await useService(core, google);
    google.setFault('denied');
    await core.uploads.inspect(path);
    await core.diagnostics.export();
    const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
    );
    expect(texts.length).toBeGreaterThan(2);
    expect([...texts, ...lines].filter((text) => text.includes(validKey))).toEqual([]);
  });
});

const toAda = {
  ...{ accountId: builtInAccountId, area: 'testingdist' as const, activate: true },
  recipients: { ...noRecipients, emails: ['ada@example.test'] },
};

describe('an upload', () => {
  const run = async (prepare: (google: StatusService) => void) => {
    const [google, { core }] = [await startStatusService(), await startedCore()];
    await useService(core, google);
    prepare(google);
    const [added] = await core.uploads.add({ ...toAda, paths: [signedApk] });
    const view = await upload(
      core,
      ({ id, state }) => id === added?.id && /^(done|asking|failed)$/.test(state),
    );
    return { core, view, google };
  };

  test('waits for confirmation if another certificate is registered', async () => {
    const { core, view } = await run(({ registered }) => registered.set(packageId, otherCertificate));
    expect(inEnglish(view)).toMatchObject({
      state: 'asking',
      sendWarnings: [expect.stringMatching(/^Google lists this app with another signing key/)],
      sendWarningLabel: 'Other key than registered.',
    });
    const { versionId = 0 } = view.target ?? {};
    await expect(
      core.apps.send({ accountId: builtInAccountId, versionId, recipients: toAda.recipients }),
    ).rejects.toMatchObject({ code: 'core/sendNotConfirmed' });
  });

  test('shows an unregistered app as a warning, also on the install page', async () => {
    const { view, google } = await run(() => undefined);
    expect(view).toMatchObject({ state: 'done', package: { registration: 'not-registered' } });
    const page = await fetch(view.target?.installLink ?? '', {
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36' },
    });
    expect(await page.text()).toContain('Google lists no verified developer for this app');
    expect(google.asked).toEqual([packageId]);
  });

  test('finishes if the status service does not answer', async () => {
    const { view } = await run(({ setFault }) => setFault('hang'));
    expect(view).toMatchObject({ state: 'done', package: { registration: null } });
  });
});

describe('the stored responses', () => {
  test('are requested again if their file is damaged', async () => {
    const { core, google, path, dataDir } = await withService();
    await useService(core, google);
    await writeFile(join(dataDir, 'registrations.json'), '{');
    expect(await core.uploads.inspect(path)).toMatchObject({ registration: 'not-registered' });
    expect(JSON.parse(await readFile(join(dataDir, 'registrations.json'), 'utf8'))).toHaveLength(1);
  });
});
