/** A support bundle contains no secret in any encoding. */
import { randomBytes } from 'node:crypto';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { createLog, fileSink } from '../../../main/base/log/log.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { createCore } from '../../../main/core.ts';
import type { AccountInput } from '../../../main/settings/accounts.ts';
import { memorySecrets, type SecretStore } from '../../../main/settings/secrets.ts';
import { openSettings } from '../../../main/settings/settings-store.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { hasModes } from '../../fakes/systems.ts';
import { reply, serverOf } from '../../unit/api/api-world.ts';
import { alwaysOnline, freshFolders } from './core-world.ts';

/** Returns a long secret with characters that URLs, forms and JSON escape. */
const secretOf = (name: string): string => `${name} +/"\\&=?ü${randomBytes(9).toString('base64')}`;

async function openLoggedCore(dataDir: string, secrets: SecretStore) {
  const redactor = new Redactor();
  const logPath = join(dataDir, 'logs', 'slipway.log');
  const log = createLog({ clock: systemClock, redactor, sinks: [fileSink(logPath)], level: 'debug' });
  const settings = openSettings(dataDir, log, systemClock.now);
  const core = await createCore({
    ...{ dataDir, settings, secrets, clock: systemClock, log, redactor, logPath },
    ...{ version: '1.2.3', connection: alwaysOnline, ...quickPasswords },
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await core.stop();
    closed = true;
  };
  onTestFinished(close);
  await core.start();
  return { core, log, logPath, close };
}

/** Starts a service that issues `token` for the right password and echoes the request in error responses. */
function talkativeService(password: string, token: string): Promise<string> {
  return serverOf(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url !== '/identity/connect/token') {
      reply(response, 403, { detail: `Not with ${request.headers.authorization}.` });
      return;
    }
    const form = new URLSearchParams(body);
    if (form.get('password') === password) {
      reply(response, 200, { access_token: token, expires_in: 72_000, token_type: 'Bearer' });
      return;
    }
    const description = `Refused: ${body} (${form.get('password')})`;
    reply(response, 400, { error: 'invalid_grant', error_description: description });
  });
}

/** Returns the logged forms of a secret: plain, quoted, URL-encoded, and base64 at any offset. */
function writtenForms(secret: string): readonly string[] {
  const form = new URLSearchParams({ secret }).toString();
  const base64 = ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${secret}:after`).toString('base64'));
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [secret, JSON.stringify({ secret }), encodeURIComponent(secret), form, ...base64, ...url];
}

/** Returns all texts whose presence in a support bundle would disclose the secret. */
function tracesOf(secret: string): readonly string[] {
  const form = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const base64 = ['', 'x', 'xy'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4),
  );
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), form, ...base64, ...url];
}

test('a support bundle contains no password, client secret or token', async () => {
  const { dataDir } = await freshFolders();
  const names = ['wrong', 'password', 'client', 'proxy', 'mail', 'changed', 'push'] as const;
  const entered = Object.fromEntries(names.map((name) => [name, secretOf(name)])) as Record<
    (typeof names)[number],
    string
  >;
  const token = randomBytes(30).toString('base64url');
  const url = await talkativeService(entered.password, token);
  const account: AccountInput = {
    ...{ name: 'Work', authUrl: url, baseUrl: url, userName: 'builds@example.org', clientId: 'ci-machine' },
    ...{ scope: 'api', mode: 'plain', vendor: 'acme', installLinkTemplate: null },
    ...{ password: entered.password, clientSecret: entered.client },
  };
  const secrets = memorySecrets();
  const first = await openLoggedCore(dataDir, secrets);
  const refused = first.core.accounts.save({ ...account, password: entered.wrong });
  await expect(refused).rejects.toMatchObject({ code: 'api/credentialsRefused' });
  const { id } = await first.core.accounts.save(account);
  await expect(first.core.apps.list({ accountId: id })).rejects.toMatchObject({ code: 'api/forbidden' });
  await first.core.service.start();
  const builtIn = first.core.service.service().firstUser;
  await first.core.service.setMailServer(
    {
      ...{ host: '127.0.0.1', port: 1, secure: false, requireTls: false },
      ...{ userName: 'post@example.org', from: 'Builds <post@example.org>' },
    },
    entered.changed,
  );
  await first.core.service.setMailServer(first.core.settings.get().builtInService.mailServer, entered.mail);
  const { proxy: _, ...network } = await first.core.network.get();
  await first.core.network.set({
    ...network,
    caFiles: [],
    proxy: {
      ...{ mode: 'manual', url: 'http://127.0.0.1:1', bypass: ['127.0.0.1'] },
      ...{ userName: 'proxy-user@example.org', password: entered.proxy },
    },
  });
  await first.core.push.senders.save({ name: 'Field', mode: 'server-key', address: null }, entered.push);
  first.core.settings.update((now) => ({
    ...now,
    lastRecipients: [
      {
        ...{ accountId: id, applicationId: 7 },
        recipients: { teamIds: [1], memberIds: [], emails: ['ada@example.org'] },
      },
    ],
  }));
  const all = [...Object.values(entered), token, builtIn?.password ?? '', builtIn?.clientSecret ?? ''];
  expect(all.every((secret) => secret.length > 10)).toBe(true);
  for (const secret of all) {
    for (const form of writtenForms(secret)) first.log.error(`Said ${form} aloud`, { note: form, [form]: 1 });
  }
  first.log.warn('Could not deliver mail', { reason: '550 5.1.1 <eve@example.org> eve is unknown' });
  await first.close();

  // Restarts the core and writes the stored secrets into its log.
  const second = await openLoggedCore(dataDir, secrets);
  const stored = [entered.password, entered.client, entered.mail, entered.proxy, entered.push];
  for (const secret of stored) await appendFile(second.logPath, `${writtenForms(secret).join(' ')}\n`);
  const path = await second.core.diagnostics.export();

  const bytes = await readFile(path);
  const everything = bytes.toString('utf8');
  for (const secret of all) {
    for (const trace of tracesOf(secret)) {
      expect(bytes.includes(trace), trace).toBe(false);
      expect(bytes.includes(Buffer.from(trace, 'utf16le'))).toBe(false);
    }
  }
  for (const personal of ['builds@example.org', 'post@example.org', 'ada@example.org', 'ci-machine']) {
    expect(JSON.stringify(JSON.parse(everything).settings)).not.toContain(personal);
  }
  expect(everything).toContain('550 5.1.1 <[left out]> [left out] is unknown');
  expect(everything.match(/.{0,60}example\.org.{0,20}/g)).toBeNull();
  if (hasModes) expect((await stat(path)).mode & 0o077).toBe(0);
  expect(JSON.parse(everything)).toMatchObject({
    note: expect.arrayContaining([expect.stringContaining('[hidden]')]),
    versions: {
      slipway: '1.2.3',
      node: process.versions.node,
      system: expect.stringContaining(process.platform),
    },
    keyring: 'the memory of this process',
    accounts: expect.arrayContaining([expect.objectContaining({ id, hasSecrets: true })]),
    settings: {
      accounts: expect.arrayContaining([expect.objectContaining({ baseUrl: url, userName: '[left out]' })]),
      builtInService: { mailServer: { host: '127.0.0.1', from: '[left out]' } },
    },
    historyEntries: 0,
    log: expect.arrayContaining([expect.stringContaining('Said [hidden] aloud')]),
  });
  expect(await second.core.diagnostics.log({ limit: 3 })).toHaveLength(3);
});

test('a support bundle contains the last MiB of the log', async () => {
  const { dataDir } = await freshFolders();
  const { core, log: ownLog, logPath } = await openLoggedCore(dataDir, memorySecrets());
  ownLog.info('The first line creates the file');
  const line = 'a'.repeat(1023);
  await appendFile(logPath, `${line}\n`.repeat(2048));
  const { log } = JSON.parse(await readFile(await core.diagnostics.export(), 'utf8'));
  expect(log.filter((each: string) => each === line)).toHaveLength(1023);
});

test('diagnostics return the log, if any, with the newest line last', async () => {
  const { dataDir } = await freshFolders();
  const { core, logPath, log } = await openLoggedCore(dataDir, memorySecrets());
  expect(() => core.diagnostics.logFile()).toThrow(expect.objectContaining({ code: 'core/noLog' }));
  expect(await core.diagnostics.log({ limit: 10 })).toEqual([]);
  expect(await core.diagnostics.get()).toMatchObject({ version: '1.2.3', dataDir, logPath });
  for (let count = 0; count < 5_000; count += 1) log.info(`Line ${count} ${'·'.repeat(40)}`);
  expect(core.diagnostics.logFile()).toBe(logPath);
  const lines = await core.diagnostics.log({ limit: 2_000 });
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.at(-1)).toContain('Line 4999 ');
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT/);
});
