import dns from 'node:dns';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { startDnsServer } from '../../fakes/dns-server.ts';
import { readMail } from '../service/mail-reader.ts';
import { type MailServer, mailLogin, startMailServer } from '../service/mail-server.ts';
import { freshCore, openCore, startedCore, upload, writeBuild } from './core-world.ts';

const password = 'mail-password-1';
const startServer = () => startMailServer({ password: () => password });
const receivers = ({ received }: MailServer) => received.flatMap(({ to }) => to);

const serverAt = (port: number) => ({
  ...{ host: '127.0.0.1', port, secure: false, requireTls: false, plainText: true as const },
  ...{ userName: mailLogin.userName, from: 'builds@example.test' },
});

test('mail is sent through the configured server even after a restart', async () => {
  const mail = await startServer();
  const secrets = memorySecrets();
  const { dataDir, builds, ...first } = await startedCore(secrets);
  const { url } = first.core.service.status();
  const server = { ...serverAt(mail.port), from: 'Builds <builds@example.test>' };
  expect(await first.core.service.setMailServer(server, password)).toMatchObject({
    running: true,
    url,
  });
  const target = { accountId: builtInAccountId, area: 'testingdist' as const, activate: true };
  const send = (email: string, path: string) => ({
    ...target,
    paths: [path],
    recipients: { ...noRecipients, emails: [email] },
    // Confirms the warning that the link opens only on this computer.
    sendAnyway: true,
  });
  await first.core.uploads.add(send('ada@example.test', await writeBuild(builds, 'one.apk', 1)));
  await upload(first.core, (view) => view.state === 'done');
  await first.core.service.service().idle();
  expect(receivers(mail)).toEqual(['ada@example.test']);
  await first.close();

  const second = await openCore(dataDir, secrets);
  await second.core.uploads.add(send('ben@example.test', await writeBuild(builds, 'two.apk', 2)));
  await upload(second.core, (view) => view.fileName === 'two.apk' && view.state === 'done');
  await second.core.service.service().idle();
  expect(receivers(mail)).toEqual(['ada@example.test', 'ben@example.test']);
  expect(new Set(mail.loginNames)).toEqual(new Set([mailLogin.userName]));
  expect(JSON.stringify(second.core.settings.get())).not.toContain(password);
  expect([...first.lines, ...second.lines].join('\n')).not.toContain(password);
});

test('an invalid mail server is refused and changes nothing', async () => {
  const { core } = await freshCore();
  const server = {
    host: ' ',
    port: 0,
    secure: false,
    requireTls: false,
    plainText: true as const,
    userName: null,
    from: 'nobody',
  };
  await expect(core.service.setMailServer(server)).rejects.toMatchObject({ code: 'settings/badMailServer' });
  expect(core.settings.get().builtInService.mailServer).toBeNull();
});

test('a test message uses the app language until another one is set', async () => {
  const mail = await startServer();
  const { core } = await freshCore();
  const { administration, preferences, settings } = core;
  const server = serverAt(mail.port);
  await core.service.start();
  expect(await administration.setMailServer({ server, password })).toMatchObject({
    language: 'app',
    resolvedLanguage: 'en',
  });
  preferences.set({ language: 'fr' });
  expect(await administration.mailServer()).toMatchObject({ language: 'app', resolvedLanguage: 'fr' });
  await administration.testMail({ server, to: 'ada@example.test' });
  const running = core.service.service();
  expect(await administration.setMailServer({ server, language: 'de' })).toMatchObject({
    ...{ server, language: 'de', resolvedLanguage: 'de', hasPassword: true },
  });
  expect(core.service.service()).toBe(running);
  await administration.testMail({ server, to: 'ada@example.test' });
  expect(mail.received.map(({ raw }) => readMail(raw).headers.get('subject'))).toEqual([
    'Message de test de Slipway',
    'Testnachricht von Slipway',
  ]);
  expect(settings.get().builtInService.mailLanguage).toBe('de');
});

describe('outbox', () => {
  test('keeps the state of earlier messages when the mail server changes', async () => {
    const mail = await startServer();
    const { core, builds } = await startedCore();
    const send = async (email: string, name: string, versionCode: number): Promise<void> => {
      await core.uploads.add({
        ...{ accountId: builtInAccountId, area: 'testingdist', activate: true, sendAnyway: true },
        paths: [await writeBuild(builds, name, versionCode)],
        recipients: { ...noRecipients, emails: [email] },
      });
      await upload(core, (view) => view.fileName === name && view.state === 'done');
      await core.service.service().idle();
    };
    const states = async () =>
      Object.fromEntries((await core.administration.outbox()).map(({ to, state }) => [to, state]));
    await send('ada@example.test', 'one.apk', 1);
    await core.service.setMailServer(serverAt(mail.port), password);
    expect(await states()).toEqual({ 'ada@example.test': 'not-mailed' });
    const [written] = await core.administration.outbox();
    expect((await core.administration.message({ id: written?.id ?? '' })).content?.to).toBe(
      'ada@example.test',
    );
    await send('ben@example.test', 'two.apk', 2);
    await core.service.setMailServer(null);
    expect(await states()).toEqual({ 'ada@example.test': 'not-mailed', 'ben@example.test': 'mailed' });
    await expect
      .poll(() =>
        core.uploads
          .list()
          .map(({ fileName, mail }) => [fileName, mail])
          .sort(),
      )
      .toEqual([
        ['one.apk', 'not-mailed'],
        ['two.apk', 'mailed'],
      ]);
  });

  test('lists a queued message as not mailed after the server is removed', async () => {
    const mail = await startServer();
    const { core, builds } = await startedCore();
    await core.service.setMailServer({ ...serverAt(mail.port), requireTls: true }, password);
    await core.uploads.add({
      ...{ accountId: builtInAccountId, area: 'testingdist', activate: true, sendAnyway: true },
      paths: [await writeBuild(builds, 'one.apk', 1)],
      recipients: { ...noRecipients, emails: ['ada@example.test'] },
    });
    const sent = await upload(core, (view) => view.state === 'done');
    expect(sent.mail).toBe('waiting');
    await core.service.setMailServer(null);
    await core.service.service().idle();
    await expect.poll(() => core.uploads.list()).toMatchObject([{ mail: 'not-mailed' }]);
    const version = await core.apps.version({
      accountId: builtInAccountId,
      versionId: sent.target?.versionId ?? 0,
    });
    expect(version.profileMembers).toMatchObject([{ mailState: 'not-mailed' }]);
  });
});

test('a preview shows the mail that testers receive, without an install link', async () => {
  const { core, builds } = await startedCore();
  await core.uploads.add({
    ...{ accountId: builtInAccountId, area: 'testingdist', activate: true, sendAnyway: true },
    paths: [await writeBuild(builds, 'one.apk', 1)],
    recipients: { ...noRecipients, emails: ['ada@example.test'] },
    releaseNote: 'Sharper **maps**',
  });
  const { target } = await upload(core, (view) => view.state === 'done');
  await core.service.service().idle();
  const [sent] = await core.administration.outbox();
  const { content } = await core.administration.message({ id: sent?.id ?? '' });
  const versionId = target?.versionId ?? 0;
  const withoutToken = (text: string): string => text.replaceAll(/\/install\/[\w-]+/g, '/install/...');
  const preview = await core.administration.previewMail({ versionId, releaseNote: 'Sharper **maps**' });
  expect(preview).toEqual({
    ...content,
    ...{ to: preview.to, date: preview.date },
    page: JSON.parse(withoutToken(JSON.stringify(content?.page))),
    text: withoutToken(content?.text ?? ''),
  });
  expect((await core.administration.previewMail({ versionId, releaseNote: 'Faster' })).text).toContain(
    'Faster',
  );
});

describe('mail password', () => {
  test('is not used for another host, port or TLS setting', async () => {
    const { core } = await freshCore();
    const server = serverAt(2525);
    await core.service.setMailServer(server, password);
    for (const change of [
      { host: 'localhost' },
      { port: 2526 },
      { requireTls: true },
      { secure: true },
      { plainText: undefined },
    ]) {
      await core.service.setMailServer({ ...server, ...change });
      expect(await core.administration.mailServer()).toMatchObject({ hasPassword: false });
      await core.service.setMailServer(server, password);
    }
    await core.service.setMailServer({ ...server, from: 'others@example.test' });
    expect(await core.administration.mailServer()).toMatchObject({ hasPassword: true });
  });

  test('is not sent to a local server that offers no TLS', async () => {
    const mail = await startServer();
    const { core } = await freshCore();
    const server = { ...serverAt(mail.port), plainText: undefined };
    const refused = core.administration.testMail({
      server,
      password,
      to: 'ada@example.test',
    });
    await expect(refused).rejects.toMatchObject({ code: 'service/mailUnencrypted' });
    await expect(refused).rejects.toThrow('--tls never');
    expect(mail.loginNames).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('is not sent to another computer without TLS', async () => {
    const mail = await startServer();
    const { core } = await freshCore();
    const server = { ...serverAt(mail.port), host: '0.0.0.0' };
    await expect(
      core.administration.testMail({ server, password, to: 'ada@example.test' }),
    ).rejects.toMatchObject({ code: 'service/mailUnencrypted' });
    expect(mail.loginNames).toEqual([]);
  });
});

test('checkSender looks up the DNS records without a running service', async () => {
  const servers = dns.getServers();
  onTestFinished(() => dns.setServers(servers));
  const { address, stop } = await startDnsServer({ 'example.org': ['v=spf1 +all'] });
  onTestFinished(stop);
  dns.setServers([address]);
  const { core } = await freshCore();
  const from = 'Builds <builds@example.org>';
  const { domain, findings } = await core.administration.checkSender({ from, selector: null });
  expect(domain).toBe('example.org');
  expect(findings[0]).toMatchObject({ about: 'spf', level: 'problem', text: { code: 'sender/spfOpen' } });
});
