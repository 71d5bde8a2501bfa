/** Mail of the built-in service, administered through the bridge that the pages use. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { inEnglish } from '../../english.ts';
import { knowsLocalhost } from '../../fakes/systems.ts';
import { longTimeout, openAdministration, sendBuild } from './administered-service.ts';
import { mailLogin, startMailServer } from './mail-server.ts';

const serverAt = (port: number) => ({
  ...{ host: '127.0.0.1', port, secure: false, requireTls: false, plainText: true as const },
  ...{ userName: mailLogin.userName, from: 'Builds <builds@example.org>' },
});

test('the outbox shows the content and disk usage of each message', async () => {
  const world = await openAdministration();
  const { call, core, eventsOf, dataDir } = world;
  await call('service.start', {});
  expect(inEnglish(await call('service.outbox', {}))).toEqual([]);
  const empty = (await call('service.overview', {})).storage;
  await sendBuild(world, ['ada@example.org', 'ben@example.org']);
  await core.service.service().idle();
  const messages = await call('service.outbox', {});
  expect(inEnglish(messages)).toMatchObject([
    { to: 'ben@example.org', state: 'not-mailed' },
    { to: 'ada@example.org', state: 'not-mailed' },
  ]);
  await expect
    .poll(() => eventsOf('service.dataChanged').some(({ what }) => what === 'outbox'), longTimeout)
    .toBe(true);
  const [message] = messages;
  const shown = await call('service.message', { id: message?.id ?? '' });
  expect(inEnglish(shown.content)).toMatchObject({
    to: 'ben@example.org',
    subject: 'Notes 1.1 (1) is ready to install',
    text: expect.stringContaining(message?.installLink ?? 'nothing'),
    icon: expect.stringMatching(/^data:image\/(png|webp|jpeg);base64,/),
  });
  expect(inEnglish(shown.content?.text)).not.toContain('<');
  const { storage, folder } = await call('service.overview', {});
  const serviceFolder = join(dataDir, 'service');
  expect(inEnglish({ folder, path: shown.path })).toEqual({
    folder: serviceFolder,
    path: join(serviceFolder, 'outbox', `${message?.id}.eml`),
  });
  expect(inEnglish(storage.outbox)).toBeGreaterThan((await readFile(shown.path ?? '')).length);
  expect(inEnglish(storage.builds - empty.builds)).toBeGreaterThan(50_000);
  expect(inEnglish(storage.database)).toBeGreaterThan(0);
  expect([empty.usage, storage.usage]).toEqual([
    [],
    [{ area: 'testingdist', id: 1, name: 'Notes', builds: 1, bytes: storage.builds - empty.builds }],
  ]);
  expect(inEnglish(storage.free)).toBeGreaterThan(0);
  await writeFile(shown.path ?? '', 'no message any more');
  expect(inEnglish((await call('service.message', { id: message?.id ?? '' })).content)).toMatchObject({
    text: '',
  });
  await expect(call('service.message', { id: 'nothing' })).rejects.toMatchObject({ code: 'service/noMail' });
  await expect(call('service.retryMail', { id: message?.id ?? '' })).rejects.toMatchObject({
    code: 'service/mailGone',
  });
});

test.runIf(knowsLocalhost)('a test message reports server errors without leaking the password', async () => {
  const secrets = memorySecrets();
  const { call, core, lines, everything } = await openAdministration(secrets);
  const mail = await startMailServer();
  const server = serverAt(mail.port);
  expect(await call('service.mailServer', {})).toEqual({
    ...{ server: null, language: 'app', resolvedLanguage: 'en' },
    ...{ hasPassword: false, failure: null },
  });
  const attempt = (changes: Partial<typeof server>, password?: string, to = 'ada@example.org') =>
    call('service.testMail', {
      server: { ...server, ...changes },
      to,
      ...(password === undefined ? {} : { password }),
    });
  await expect(attempt({}, 'wrong')).rejects.toMatchObject({ code: 'service/mailSignIn' });
  await expect(attempt({ requireTls: true }, mailLogin.password)).rejects.toMatchObject({
    code: 'service/mailUnencrypted',
  });
  await expect(attempt({ host: '' }, '')).rejects.toMatchObject({ code: 'settings/badMailServer' });
  await expect(attempt({}, mailLogin.password, 'nobody')).rejects.toMatchObject({
    code: 'service/badMember',
  });
  expect(mail.received).toEqual([]);
  await attempt({}, mailLogin.password);
  expect(mail.received).toMatchObject([{ to: ['ada@example.org'], user: mailLogin.userName }]);
  expect(core.settings.get().builtInService.mailServer).toBeNull();

  await call('service.start', {});
  const stored = await call('service.setMailServer', { server, password: mailLogin.password });
  expect(stored).toMatchObject({ server, hasPassword: true, failure: null });
  await attempt({});
  expect(mail.received).toHaveLength(2);
  const other = await startMailServer();
  await expect(attempt({ host: 'localhost', port: other.port })).rejects.toMatchObject({
    code: 'service/mailSignIn',
  });
  expect(other.received).toEqual([]);
  expect(await call('service.setMailServer', { server: { ...server, host: 'localhost' } })).toMatchObject({
    hasPassword: false,
  });
  const gone = await call('service.setMailServer', { server: null });
  expect(gone).toMatchObject({ server: null, hasPassword: false });
  expect(lines.join('\n') + everything() + JSON.stringify([stored, core.settings.get()])).not.toContain(
    mailLogin.password,
  );
});

test('queued mail is sent after the mail server is replaced', async () => {
  const dead = await startMailServer();
  await dead.close();
  const world = await openAdministration();
  const { call } = world;
  await call('service.start', {});
  await call('service.setMailServer', { server: serverAt(dead.port), password: mailLogin.password });
  await sendBuild(world, ['ada@example.org']);
  const first = async () => (await call('service.outbox', {}))[0];
  await expect.poll(first, longTimeout).toMatchObject({ state: 'waiting', attempts: 1, path: null });
  const id = (await first())?.id ?? '';
  expect(inEnglish((await call('service.message', { id })).content?.text)).toContain('ready to install');
  await call('service.retryMail', { id });
  await expect
    .poll(async () => inEnglish(await first()), longTimeout)
    .toMatchObject({ failure: expect.stringMatching(/nothing answers there/) });
  await call('service.retryMail', { id: null });
  const living = await startMailServer();
  await call('service.setMailServer', { server: serverAt(living.port), password: mailLogin.password });
  await expect.poll(first, longTimeout).toMatchObject({ state: 'mailed' });
  expect(inEnglish(living.received)).toMatchObject([{ to: ['ada@example.org'] }]);
  expect(inEnglish((await call('service.message', { id })).content)).toBeNull();
  // The mail server stops only after all connections are closed, so the service stops first.
  await call('service.stop', {});
});
