/** TLS certificates in the exposure settings, and exposure checks. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import type { CallResult } from '../../../preload/contract.ts';
import { certificateIn } from '../../fakes/certificate.ts';
import { freePort } from '../../fakes/free-port.ts';
import { knowsLocalhost } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { openAdministration } from './administered-service.ts';
import { mailLogin, startMailServer } from './mail-server.ts';

const none = { host: null, publicUrl: null, proxyHops: 0 };

/** Formats each check as `about state code`. */
function resultsOf({ checks }: CallResult<'service.checkExposure'>) {
  return checks.map((check) => {
    const { code } = check.state === 'failed' ? check.failure : check.text;
    return `${check.about} ${check.state} ${code}`;
  });
}

test('a custom certificate is checked, stored and used after a restart', async () => {
  const folder = await temporaryFolder();
  await certificateIn(folder, 'DNS:localhost,IP:127.0.0.1');
  const at = (name: string): string => join(folder, name);
  const files = { certificate: at('cert.pem'), key: at('key.pem') };
  const secrets = memorySecrets();
  const first = await openAdministration(secrets);
  const { call } = first;
  const wrongAt = async (given: typeof files) => (await call('service.checkCertificate', given)).problem?.at;
  expect(await wrongAt({ ...files, key: at('ca.key') })).toBe('key');
  expect(await wrongAt({ ...files, key: 'key.pem' })).toBe('key');
  expect(await wrongAt({ ...files, certificate: at('gone.pem') })).toBe('certificate');
  expect(await wrongAt({ certificate: files.key, key: files.key })).toBe('certificate');
  expect(await call('service.checkCertificate', files)).toMatchObject({
    problem: null,
    names: ['localhost', '127.0.0.1'],
    issuer: 'Test authority',
  });

  // The key does not belong to the certificate. This is rejected even before the service starts.
  await expect(
    call('service.setExposure', { ...none, tls: { ...files, key: at('ca.key') } }),
  ).rejects.toMatchObject({ code: 'service/certificate' });
  await call('service.setExposure', { ...none, tls: files });
  const { url } = await call('service.start', {});
  expect(url).toMatch(/^https:/);
  await expect(
    call('service.setExposure', { ...none, publicUrl: 'https://builds.example.org', tls: files }),
  ).rejects.toMatchObject({ code: 'service/certificate' });
  expect(await call('service.status', {})).toMatchObject({ running: true, url, authority: null });
  await first.close();
  const second = await openAdministration(secrets, first.dataDir);
  expect(await second.call('service.status', {})).toMatchObject({ running: true, url });
  expect((await second.call('service.overview', {})).exposure.tls).toEqual(files);
  expect(await second.call('network.check', { address: url ?? '' })).toMatchObject({ problem: null });
});

test.runIf(knowsLocalhost)('the exposure check tests the response, certificate and mail server', async () => {
  const { call } = await openAdministration();
  await expect(call('service.checkExposure', {})).rejects.toMatchObject({ code: 'core/serviceStopped' });
  const { url } = await call('service.start', {});
  const outbox = 'mail note reachable/outbox';
  expect(resultsOf(await call('service.checkExposure', {}))).toEqual([
    'answer good reachable/answers',
    'address note reachable/onlyHere',
    outbox,
  ]);
  // `localhost` addresses work only on this computer.
  const here = ['answer good reachable/answers', 'address attention reachable/onlyHere'];
  const { port } = new URL(url ?? '');
  const outer = (scheme: string) => ({ ...none, publicUrl: `${scheme}://localhost:${port}` });
  await call('service.setExposure', { ...outer('http'), tls: false });
  expect(resultsOf(await call('service.checkExposure', {}))).toEqual([
    ...here,
    'encryption attention reachable/plain',
    outbox,
  ]);
  await call('service.setExposure', { ...outer('https'), tls: true });
  const made = await call('service.checkExposure', {});
  expect(resultsOf(made)).toEqual([...here, 'encryption good reachable/authority', outbox]);
  expect(made.needsAuthority).toBe(true);

  const folder = await temporaryFolder();
  await certificateIn(folder, 'DNS:localhost');
  const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await call('service.setExposure', { ...outer('https'), tls });
  const own = await call('service.checkExposure', {});
  expect(resultsOf(own)[2]).toBe('encryption attention reachable/private');
  expect(own.needsAuthority).toBe(false);

  await call('service.setExposure', {
    ...none,
    publicUrl: `https://localhost:${await freePort()}`,
    tls: false,
  });
  expect(resultsOf(await call('service.checkExposure', {}))).toEqual([
    'answer failed api/connectionRefused',
    outbox,
  ]);
});

test('the exposure check reports mail as ready after a successful sign-in', async () => {
  const mail = await startMailServer();
  const { call } = await openAdministration();
  await call('service.start', {});
  const server = {
    ...{ host: '127.0.0.1', port: mail.port, secure: false, requireTls: false, plainText: true as const },
    ...{ userName: mailLogin.userName, from: 'Builds <builds@example.org>' },
  };
  const last = async () => resultsOf(await call('service.checkExposure', {})).at(-1);
  await call('service.setMailServer', { server, password: mailLogin.password, language: 'app' });
  expect(await last()).toBe('mail good reachable/mail');
  await call('service.setMailServer', { server, password: 'another', language: 'app' });
  expect(await last()).toBe('mail failed service/mailSignIn');
  expect(mail.received).toEqual([]);
});

test('a damaged trust file is reported and rewritten at the next start', async () => {
  const { call, dataDir } = await openAdministration();
  await call('service.setExposure', { ...none, tls: true });
  const { url } = await call('service.start', {});
  const path = join(dataDir, 'service', 'tls', 'trust.json');
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.slice(0, 40));
  await expect(call('service.checkExposure', {})).rejects.toMatchObject({ code: 'service/trust' });
  await expect(call('network.check', { address: url ?? '' })).rejects.toMatchObject({
    code: 'service/trust',
  });
  await call('service.stop', {});
  await call('service.start', {});
  expect(await readFile(path, 'utf8')).toBe(whole);
  expect(resultsOf(await call('service.checkExposure', {}))).toEqual([
    'answer good reachable/answers',
    'address note reachable/onlyHere',
    'encryption good reachable/authority',
    'mail note reachable/outbox',
  ]);
});
