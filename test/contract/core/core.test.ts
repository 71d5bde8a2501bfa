import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../main/base/database/database.ts';
import { CodedError } from '../../../main/base/errors.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import type { FolderInput } from '../../../main/settings/folder-rule.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { journalMigrations } from '../../../main/uploads/journal/journal.ts';
import { seenFilesMigrations } from '../../../main/watcher/seen/seen-files.ts';
import { inEnglish } from '../../english.ts';
import {
  folderRule,
  freshCore,
  freshFolders,
  openCore,
  startedCore,
  upload,
  writeBuild,
} from './core-world.ts';

const rule = (path: string, changes: Partial<FolderInput> = {}) =>
  folderRule(path, { activate: true, ...changes });

test('a build in a watched folder is uploaded, activated and sent by mail', async () => {
  const { core, builds } = await startedCore();
  await core.folders.add(rule(builds, { recipients: { ...noRecipients, emails: ['ada@example.test'] } }));
  await writeBuild(builds, 'notes.apk', 7);
  const done = await upload(core, (view) => view.state === 'done');
  expect(done).toMatchObject({ fileName: 'notes.apk', package: { id: 'org.example.notes' } });
  expect(done.timeline.map((entry) => entry.event)).toEqual(
    expect.arrayContaining(['appeared', 'finished', 'queued', 'uploaded', 'active', 'sent']),
  );
  await core.service.service().idle();
  const [message] = await core.service.service().outbox.list();
  expect(message?.to).toContain('ada@example.test');
  const [application] = await core.apps.list({ accountId: builtInAccountId });
  expect(application?.lastProfile).toMatchObject({ version: '1.7', isActive: true });
  expect(
    await core.apps.installLink({ accountId: builtInAccountId, versionId: done.target?.versionId ?? 0 }),
  ).toBe(done.target?.installLink);
  const people = await core.apps.people({ accountId: builtInAccountId });
  expect(people.members, 'an address joins the directory when a mail server accepts a message').toEqual([]);
});

test('a restart uploads only builds that were not uploaded before', async () => {
  const secrets = memorySecrets();
  const { dataDir, builds, ...first } = await startedCore(secrets);
  await first.core.folders.add(rule(builds));
  await writeBuild(builds, 'one.apk', 1);
  await upload(first.core, (view) => view.state === 'done');
  await first.close();
  await writeBuild(builds, 'two.apk', 2);
  const second = await openCore(dataDir, secrets);
  await upload(second.core, (view) => view.fileName === 'two.apk' && view.state === 'done');
  await second.core.uploads.idle();
  const [application] = await second.core.apps.list({ accountId: builtInAccountId });
  const { profiles } = await second.core.apps.get({
    accountId: builtInAccountId,
    applicationId: application?.id ?? 0,
  });
  expect(profiles.map((version) => version.version).sort()).toEqual(['1.1', '1.2']);
});

test('an open core locks its data folder until it is closed', async () => {
  const { dataDir, ...first } = await freshCore();
  await expect(openCore(dataDir)).rejects.toMatchObject({ code: 'lock/inUse' });
  await first.close();
  await openCore(dataDir);
});

test('a core that fails to open releases the lock of its data folder', async () => {
  const { dataDir } = await freshFolders();
  const newer = join(dataDir, 'seen-files.db');
  openDatabase(newer, [...seenFilesMigrations, 'SELECT 1']).close();
  await expect(openCore(dataDir)).rejects.toMatchObject({ code: 'database/newer' });
  await rm(newer);
  await openCore(dataDir);
});

test('a built-in service whose account cannot be saved can be restarted', async () => {
  const { dataDir } = await freshFolders();
  const secrets = memorySecrets();
  const { set } = secrets;
  secrets.set = () => Promise.reject(new Error('The keyring is locked'));
  const { core } = await openCore(dataDir, secrets);
  await expect(core.service.start()).rejects.toThrow('The keyring is locked');
  expect(core.service.status()).toMatchObject({ running: false, failure: { code: 'internal/unexpected' } });
  secrets.set = set;
  expect(await core.service.start()).toMatchObject({ running: true, failure: null });
  expect(await core.apps.list({ accountId: builtInAccountId })).toEqual([]);
});

test('a build that fails to queue is listed with the reason until deleted', async () => {
  const { core, dataDir, builds } = await startedCore();
  await core.folders.add(rule(builds));
  const journal = openDatabase(join(dataDir, 'journal.db'), journalMigrations);
  journal.run("CREATE TRIGGER full BEFORE INSERT ON uploads BEGIN SELECT RAISE(FAIL, 'disk is full'); END");
  journal.close();
  const path = await writeBuild(builds, 'notes.apk', 1);
  const waiting = () => core.folders.list().flatMap((folder) => folder.waiting);
  await vi.waitFor(
    () =>
      expect(inEnglish(waiting())).toMatchObject([
        { path, reason: expect.stringMatching(/could not be queued.*disk is full/) },
      ]),
    { timeout: 15_000 },
  );
  await rm(path);
  await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 15_000 });
  expect(core.uploads.list()).toEqual([]);
});

test('an account with unreadable secrets is listed with the failure', async () => {
  const secrets = memorySecrets();
  const { core } = await startedCore(secrets);
  const failure = { code: 'settings/secretsExposed', remedy: 'grant-permission', message: 'Open.' } as const;
  secrets.get = () => Promise.reject(new CodedError(failure));
  expect(await core.accounts.list()).toMatchObject([
    { session: 'sign-in-needed', hasSecrets: false, failure },
  ]);
});

test('the built-in account survives lost secrets and a new port', async () => {
  const { dataDir, ...first } = await startedCore(memorySecrets());
  await first.close();
  const second = await openCore(dataDir, memorySecrets());
  expect(second.core.service.status().running).toBe(true);
  expect(await second.core.apps.list({ accountId: builtInAccountId })).toEqual([]);
});

test('an account is saved only after a successful sign-in', async () => {
  const { core, lines } = await freshCore();
  const { url } = await core.service.start();
  const user = core.service.service().firstUser;
  if (!user || !url) throw new Error('The first start made no user');
  const input = {
    name: 'Work',
    authUrl: url,
    baseUrl: url,
    userName: user.userName,
    clientId: user.clientId,
    scope: 'distribution',
    mode: 'link' as const,
    vendor: 'acme',
    installLinkTemplate: null,
    clientSecret: user.clientSecret,
  };
  await expect(core.accounts.save({ ...input, password: 'wrong-password-1' })).rejects.toMatchObject({
    remedy: 'sign-in',
  });
  expect((await core.accounts.list()).map((account) => account.name)).toEqual(['Built-in service']);
  const saved = await core.accounts.save({ ...input, password: user.password });
  expect(saved).toMatchObject({ name: 'Work', hasSecrets: true, mode: 'link' });
  expect(JSON.stringify(saved)).not.toContain(user.password);
  await core.accounts.remove({ id: saved.id });
  for (const secret of [user.password, user.clientSecret, 'wrong-password-1']) {
    expect(lines.join('\n')).not.toContain(secret);
  }
});

test('a folder can be paused, changed and removed', async () => {
  const { core, builds } = await startedCore();
  const folder = await core.folders.add(rule(builds));
  await core.folders.setPaused({ id: folder.id, paused: true });
  expect(core.folders.list()).toMatchObject([{ id: folder.id, state: { kind: 'paused' } }]);
  const other = join(builds, 'other');
  await mkdir(other);
  const moved = await core.folders.update({ ...rule(other, { activate: false }), id: folder.id });
  expect(moved).toMatchObject({ path: other, activate: false, paused: true });
  await core.folders.setPaused({ id: folder.id, paused: false });
  await writeBuild(other, 'notes.apk', 3);
  const done = await upload(core, (view) => view.state === 'done');
  expect(done.timeline.map((entry) => entry.event)).not.toContain('active');
  await core.folders.remove({ id: folder.id });
  expect(core.folders.list()).toEqual([]);
});

test('a folder that is missing at the start is shown as unreachable', async () => {
  const { dataDir, builds } = await freshFolders();
  const secrets = memorySecrets();
  const gone = join(builds, 'gone');
  await mkdir(gone);
  const first = await openCore(dataDir, secrets);
  await first.core.service.start();
  await first.core.folders.add(rule(gone));
  await first.close();
  await rm(gone, { recursive: true });
  const second = await openCore(dataDir, secrets);
  expect(second.core.folders.list()).toMatchObject([{ state: { kind: 'unreachable' } }]);
});

test('adding builds manually queues all builds or none', async () => {
  const { core, builds } = await startedCore();
  const good = await writeBuild(builds, 'good.apk', 4);
  const bad = join(builds, 'bad.apk');
  await writeFile(bad, 'this is no build');
  const target = {
    accountId: builtInAccountId,
    area: 'testingdist' as const,
    activate: true,
    recipients: noRecipients,
  };
  await expect(core.uploads.add({ ...target, paths: [good, bad] })).rejects.toMatchObject({
    code: expect.stringMatching(/^package\//),
  });
  await expect(core.uploads.add({ ...target, paths: [good, builds] })).rejects.toMatchObject({
    code: 'package/folder',
  });
  await expect(core.uploads.add({ ...target, paths: [] })).rejects.toMatchObject({ code: 'core/noFiles' });
  await expect(core.uploads.add({ ...target, paths: [good], accountId: 'x' })).rejects.toMatchObject({
    code: 'settings/unknownAccount',
  });
  expect(core.uploads.list()).toEqual([]);
  await core.uploads.add({ ...target, paths: [await writeBuild(builds, 'z.apk', 5), good] });
  expect(core.uploads.list().map(({ fileName }) => fileName)).toEqual(['z.apk', 'good.apk']);
});
