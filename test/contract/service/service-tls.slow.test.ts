/** The service with TLS, as seen by programs that trust only its certificate authority. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { get as getPlainly, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { chromium } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Redactor } from '../../../main/base/log/redact.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { type ServiceOptions, startService } from '../../../main/service/service.ts';
import { browserArguments, browserExecutable } from '../../e2e/browser.ts';
import { certificateIn } from '../../fakes/certificate.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { freshFolders, openCore, upload, writeBuild } from '../core/core-world.ts';
import { canRun, run } from '../outside/outside-program.ts';

type Given = Partial<Extract<ServiceOptions, { dataDir: string }>>;

async function start(given: Given) {
  const dataDir = given.dataDir ?? (await temporaryFolder());
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const clock = given.clock ?? createFakeClock(Date.now());
  const service = await startService({ log, redactor, ...quickPasswords, ...given, clock, dataDir });
  onTestFinished(() => service.stop());
  return { service, dataDir, lines, authority: join(dataDir, 'tls', 'authority.pem') };
}

/** Returns the certificate that a service presents. */
async function shown(url: string): Promise<X509Certificate> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw);
}

describe.runIf(canRun('curl', ['--version']))('TLS with curl', () => {
  const curl = (...words: readonly string[]) => run('curl', ['-sS', ...words]);

  test('works with each host name for clients that trust the CA', async () => {
    const { service, authority } = await start({ tls: 'auto' });
    const { port } = new URL(service.url);
    expect(service.url).toBe(`https://127.0.0.1:${port}`);
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await curl('--cacert', authority, `https://${host}:${port}/openapi.json`);
      expect([answer.code, answer.stderr]).toEqual([0, '']);
      expect(JSON.parse(answer.stdout.toString())).toHaveProperty('openapi');
    }
    const foreign = await curl(
      '--cacert',
      authority,
      '--resolve',
      `other.test:${port}:127.0.0.1`,
      `https://other.test:${port}/`,
    );
    expect([foreign.code, (await curl(`https://127.0.0.1:${port}/`)).code]).toEqual([60, 60]);
    expect((await curl(`http://127.0.0.1:${port}/`)).code).toBe(52);
  });

  test.runIf(canRun('openssl', ['version']))('passes the verification of the OpenSSL client', async () => {
    const { service, authority } = await start({ tls: 'auto' });
    const { port } = new URL(service.url);
    const verified = await run('openssl', [
      ...['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', authority],
      ...['-verify_return_error', '-verify_ip', '127.0.0.1', '-brief'],
    ]);
    expect([verified.code, verified.stderr]).toEqual([0, expect.stringContaining('Verification: OK')]);
  });

  test('offers the CA certificate on a separate port in the phone’s language', async () => {
    const { service } = await start({ tls: 'auto' });
    const { page = '', name, fingerprint = '' } = service.authority() ?? {};
    expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const file = await fetch(`${page}/slipway-authority.crt`);
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    const certificate = new X509Certificate(Buffer.from(await file.arrayBuffer()));
    expect(certificate.subject).toContain(`CN=${name}`);
    expect(certificate.fingerprint256.replaceAll(':', '')).toBe(fingerprint.replaceAll(' ', ''));
    for (const [language, text] of [
      ['en', 'Certificate Trust Settings'],
      ['de-AT', 'Zertifikatsvertrauenseinstellungen'],
      ['fr', 'Réglages des certificats'],
      ['tr', 'Sertifika Güven Ayarları'],
    ] as const) {
      const html = await (await fetch(page, { headers: { 'accept-language': language } })).text();
      expect(html).toContain(`<html lang="${language === 'en' ? 'en-GB' : language}"`);
      for (const part of [text, fingerprint, `href="${service.url}"`, '<svg']) expect(html).toContain(part);
    }
    for (const path of ['/api/v3/root', '/identity/connect/token', '/install/x', '/?x', '//']) {
      const answer = await fetch(page + path, { redirect: 'manual' });
      expect([answer.status, await answer.text()], path).toEqual([404, '']);
    }
    const posted = await fetch(page, { method: 'POST', body: 'x', redirect: 'manual' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    await service.stop();
    await expect(fetch(page)).rejects.toThrow();
  });

  test('serves a custom certificate and reloads it after a change', async () => {
    const [folder, next] = [await temporaryFolder(), await temporaryFolder()];
    const names = 'DNS:localhost,IP:127.0.0.1';
    const [first, second] = [await certificateIn(folder, names), await certificateIn(next, names)];
    const clock = createFakeClock(Date.now());
    const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const { service, lines } = await start({ tls, clock });
    expect(service.authority()).toBeNull();
    expect((await curl('--cacert', join(folder, 'ca.pem'), service.url)).code).toBe(0);
    expect((await shown(service.url)).toString()).toBe(new X509Certificate(first.cert).toString());

    // The service keeps the old certificate until both files are replaced.
    await copyFile(join(next, 'cert.pem'), tls.certificate);
    await clock.advance(60_000);
    await expect.poll(() => lines.join('\n')).toContain('the previous one stays in use');
    expect((await shown(service.url)).toString()).toBe(new X509Certificate(first.cert).toString());
    await copyFile(join(next, 'key.pem'), tls.key);
    await clock.advance(60_000);
    await expect.poll(() => lines.join('\n')).toContain('uses a new certificate');
    expect((await shown(service.url)).toString()).toBe(new X509Certificate(second.cert).toString());
  });
});

const canTrust = existsSync('/usr/bin/certutil') && existsSync(browserExecutable());
if (!canTrust) {
  console.log('Chromium or certutil (libnss3-tools) is missing, so the tests with Chromium are skipped.');
}

describe.runIf(canTrust)('Chromium', () => {
  test('opens the service only after its CA certificate is trusted', async () => {
    const { service, authority } = await start({ tls: 'auto' });
    const home = await temporaryFolder();
    const database = join(home, '.pki', 'nssdb');
    await mkdir(database, { recursive: true });
    const certutil = (...words: readonly string[]) => run('certutil', ['-d', `sql:${database}`, ...words]);
    const open = async (): Promise<number | undefined> => {
      const browser = await chromium.launch({
        executablePath: browserExecutable(),
        args: [...browserArguments],
        env: { ...process.env, HOME: home },
      });
      onTestFinished(() => browser.close());
      return (await (await browser.newPage()).goto(service.url))?.status();
    };
    expect((await certutil('-N', '--empty-password')).code).toBe(0);
    await expect(open()).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
    expect((await certutil('-A', '-t', 'C,,', '-n', 'slipway', '-i', authority)).code).toBe(0);
    expect(await open()).toBe(200);
  });
});

test('a certificate that is about to expire is replaced without a restart', async () => {
  const clock = createFakeClock(Date.now());
  const { service, lines } = await start({ tls: 'auto', clock });
  const before = await shown(service.url);
  clock.setNow(before.validToDate.getTime() - 29 * 86_400_000);
  await clock.advance(60_000);
  await expect.poll(() => lines.join('\n')).toContain('uses a new certificate');
  expect((await shown(service.url)).validToDate.getTime()).toBeGreaterThan(before.validToDate.getTime());
});

test('a start fails if the certificate is mismatched or the port is in use', async () => {
  const folder = await temporaryFolder();
  await certificateIn(folder, 'DNS:builds.example.org');
  const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await expect(start({ tls })).rejects.toMatchObject({ code: 'service/certificate' });
  const { service } = await start({ tls, publicUrl: 'https://builds.example.org' });
  expect(service.url).toBe('https://builds.example.org');
  const authorityPort = Number(new URL(service.localUrl).port);
  const dataDir = await temporaryFolder();
  const taken = start({ tls: 'auto', authorityPort, dataDir });
  await expect(taken).rejects.toMatchObject({ code: 'service/listen' });
  await start({ tls: 'auto', dataDir });
});

test('Slipway trusts its own service but no other address', async () => {
  const { dataDir, builds } = await freshFolders();
  const own = await temporaryFolder();
  await certificateIn(own, 'DNS:builds.example.org');
  const { core } = await openCore(dataDir);
  const files = { certificate: join(own, 'cert.pem'), key: join(own, 'key.pem') };
  for (const given of [{ tls: 'auto' }, { tls: files, publicUrl: 'https://builds.example.org' }] as const) {
    await core.service.start(given);
    const { localUrl } = core.service.service();
    expect(core.settings.get().builtInService.port).toBe(Number(new URL(localUrl).port));
    expect((await core.accounts.list())[0]).toMatchObject({ baseUrl: localUrl });
    const version = given.tls === 'auto' ? 1 : 2;
    const [queued] = await core.uploads.add({
      paths: [await writeBuild(builds, `notes-${version}.apk`, version)],
      accountId: builtInAccountId,
      area: 'testingdist',
      activate: false,
      recipients: { teamIds: [], memberIds: [], emails: [] },
    });
    await upload(core, (view) => view.id === queued?.id && view.state === 'done');
    await core.service.stop();
  }
  const { service: other } = await start({
    tls: 'auto',
    dataDir: await temporaryFolder(),
  });
  expect((await core.network.check({ address: other.url })).problem).toMatchObject({ part: 'certificate' });
  expect(await readFile(join(dataDir, 'service', 'tls', 'trust.json'), 'utf8')).not.toContain('PRIVATE');
});

describe('Strict-Transport-Security', () => {
  const header = async (given: Given): Promise<string | undefined> => {
    const { localUrl } = (await start(given)).service;
    const sent = localUrl.startsWith('https')
      ? getSecurely(localUrl, { rejectUnauthorized: false })
      : getPlainly(localUrl);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.headers['strict-transport-security'];
  };

  test('is sent when links use https without a port', async () => {
    const folder = await temporaryFolder();
    await certificateIn(folder, 'DNS:builds.example.org');
    const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const publicUrl = 'https://builds.example.org/slipway';
    expect(await header({ publicUrl })).toBe('max-age=31536000');
    expect(await header({ publicUrl, tls })).toBe('max-age=31536000');
  });

  test.each<[string, Given]>([
    ['http', {}],
    ['a port in links', { publicUrl: 'https://builds.example.org:8443' }],
    ['its own authority', { tls: 'auto', publicUrl: 'https://builds.example.org' }],
  ])('is not sent with %s', async (_title, given) => {
    expect(await header(given)).toBeUndefined();
  });
});
