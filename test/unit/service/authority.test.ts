/** Certificates issued by the built-in authority, verified by OpenSSL, curl and Node. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contextTrustingOnly } from '../../../main/base/authorities.ts';
import { type Authority, openAuthority, type ServiceNames } from '../../../main/service/tls/authority.ts';
import { certificatesIn, covers, isKeyOf, namesOf } from '../../../main/service/tls/certificates.ts';
import { issueCertificate, type KeyPair } from '../../../main/service/tls/issue.ts';
import { canRun, run } from '../../contract/outside/outside-program.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { asOrdinaryUser } from '../../fakes/ordinary-user.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const day = 86_400_000;
const names = ['localhost', '127.0.0.1', '::1', '192.168.1.20', 'desk.local'];
const { log } = collectedLog();

function namesOn(...required: readonly string[]): ServiceNames {
  return { all: [...names, ...required], required };
}

function open(folder: string, now = Date.now, wanted = namesOn()): Promise<Authority> {
  return openAuthority({ folder, names: wanted, now, log });
}

async function privateKeysIn(folder: string): Promise<readonly string[]> {
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).filter((text) => text.includes('PRIVATE KEY'));
}

describe('the authority of a service', () => {
  test('is created once, expires in two years and has key files of mode 0600', async () => {
    const folder = join(await temporaryFolder(), 'tls');
    const clock = createFakeClock(Date.now());
    const authority = await open(folder, clock.now);
    const { cert } = await authority.certificateFor(namesOn());
    for (const name of ['intermediate.pem', 'certificate.key'])
      if (hasModes) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(authority.root().ca).toBe(true);
    expect((authority.root().validToDate.getTime() - clock.now()) / day).toBeCloseTo(729, 0);
    const next = await open(folder, clock.now);
    expect(next.root().fingerprint256).toBe(authority.root().fingerprint256);
    expect((await next.certificateFor(namesOn())).cert).toBe(cert);
  });

  test('does not store the private key of the root', async () => {
    const folder = await temporaryFolder();
    const authority = await open(folder);
    await authority.certificateFor(namesOn());
    const keys = await privateKeysIn(folder);
    expect(keys).toHaveLength(2);
    expect(keys.filter((key) => isKeyOf(authority.root(), key))).toEqual([]);
    expect(await readFile(join(folder, 'authority.pem'), 'utf8')).toBe(authority.root().toString());
  });

  test('issues certificates that Apple devices accept', async () => {
    const { cert } = await (await open(await temporaryFolder())).certificateFor(namesOn());
    const leaf = new X509Certificate(cert);
    expect(names.filter((name) => !covers(leaf, name))).toEqual([]);
    expect(covers(leaf, '192.168.1.21')).toBe(false);
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThanOrEqual(397 * day);
  });

  test('issues no certificate that is valid longer than the root', async () => {
    const clock = createFakeClock(Date.now());
    const authority = await open(await temporaryFolder(), clock.now);
    await clock.advance(500 * day);
    const { cert } = await authority.certificateFor(namesOn());
    expect(new X509Certificate(cert).validTo).toBe(authority.root().validTo);
  });

  test('renews a certificate 30 days before expiry or if host names change', async () => {
    const clock = createFakeClock(Date.now());
    const authority = await open(await temporaryFolder(), clock.now);
    const root = authority.root().fingerprint256;
    const first = await authority.certificateFor(namesOn());
    const moved = { all: ['localhost', '127.0.0.1', '10.0.0.7', 'desk.local'], required: ['10.0.0.7'] };
    const second = await authority.certificateFor(moved);
    expect([covers(new X509Certificate(second.cert), '10.0.0.7'), second === first]).toEqual([true, false]);
    clock.setNow(clock.now() + 365 * day);
    expect(await authority.certificateFor(moved)).toBe(second);
    clock.setNow(clock.now() + 2 * day);
    expect(await authority.certificateFor(moved)).not.toBe(second);
    expect(authority.root().fingerprint256).toBe(root);
  });

  test('omits optional host names outside the name constraints of the root', async () => {
    const authority = await open(await temporaryFolder());
    const root = authority.root().fingerprint256;
    const renamed = { all: [...names, 'desk-2.local', '203.0.113.7'], required: ['192.168.1.20'] };
    const issued = await authority.certificateFor(renamed);
    expect(namesOf(new X509Certificate(issued.cert))).toHaveLength(names.length);
    expect(await authority.certificateFor(renamed)).toBe(issued);
    expect(authority.root().fingerprint256).toBe(root);
  });

  test.each(['203.0.113.7', '2001:db8::7', 'builds.example.org'])(
    'is replaced with a warning when links use %s',
    async (name) => {
      const folder = await temporaryFolder();
      const collected = collectedLog();
      const authority = await openAuthority({ ...collected, folder, names: namesOn(), now: Date.now });
      const root = authority.root().fingerprint256;
      const { cert } = await authority.certificateFor(namesOn(name));
      expect(covers(new X509Certificate(cert), name)).toBe(true);
      expect(authority.root().fingerprint256).not.toBe(root);
      expect(collected.lines.join()).toContain('phones must install it');
      const next = await open(folder, Date.now, namesOn(name));
      expect(next.root().fingerprint256).toBe(authority.root().fingerprint256);
    },
  );

  test('is replaced 30 days before expiry, even while the service runs', async () => {
    const folder = await temporaryFolder();
    const clock = createFakeClock(Date.now());
    const authority = await open(folder, clock.now);
    const root = authority.root().fingerprint256;
    clock.setNow(clock.now() + 698 * day);
    const last = await authority.certificateFor(namesOn());
    expect(await authority.certificateFor(namesOn())).toBe(last);
    expect((await open(folder, clock.now)).root().fingerprint256).toBe(root);
    clock.setNow(clock.now() + 2 * day);
    const { cert } = await authority.certificateFor(namesOn());
    expect(authority.root().fingerprint256).not.toBe(root);
    expect(new X509Certificate(cert).validToDate.getTime() - clock.now()).toBeGreaterThan(390 * day);
  });

  test('replaces a damaged certificate', async () => {
    const folder = await temporaryFolder();
    const { cert } = await (await open(folder)).certificateFor(namesOn());
    await writeFile(join(folder, 'certificate.pem'), 'nothing');
    expect((await (await open(folder)).certificateFor(namesOn())).cert).not.toBe(cert);
  });

  test('is rejected when damaged, because phones trust the root certificate', async () => {
    const [folder, other] = [await temporaryFolder(), await temporaryFolder()];
    const at = (name: string): string => join(folder, name);
    await open(folder);
    await open(other);
    const stored = await readFile(at('intermediate.pem'), 'utf8');
    const [key = '', intermediate = '', root = ''] = stored.split(/(?<=-----END [A-Z ]+-----\n)/);
    const foreign = await readFile(join(other, 'intermediate.pem'), 'utf8');
    const [foreignKey = '', , foreignRoot = ''] = foreign.split(/(?<=-----END [A-Z ]+-----\n)/);
    const early = (): number => Date.now() - 10 * day;
    for (const [text, problem] of [
      ['nothing', 'is damaged'],
      [key + intermediate, 'is damaged'],
      [intermediate + root, 'is damaged'],
      [foreignKey + intermediate + root, 'does not belong to the certificate'],
      [key + intermediate + foreignRoot, 'issued none of the certificates before it'],
    ] as const) {
      await writeFile(at('intermediate.pem'), text);
      const message = expect.stringContaining(problem);
      await expect(open(folder), problem).rejects.toMatchObject({ code: 'service/authority', message });
    }
    await writeFile(at('intermediate.pem'), stored);
    const clock = { code: 'service/authority', message: expect.stringContaining('check the clock') };
    await expect(open(folder, early)).rejects.toMatchObject(clock);
    await open(folder);
    await rm(at('intermediate.pem'));
    const missing = { message: expect.stringContaining('private key is missing') };
    await expect(open(folder)).rejects.toMatchObject(missing);
  });

  test.runIf(hasModes)('reports files that cannot be read or written', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const [unwritable, unreadable] = [join(folder, 'closed'), join(folder, 'kept')];
    await open(unreadable);
    await mkdir(unwritable);
    await chmod(unreadable, 0o755);
    await chmod(join(unreadable, 'intermediate.pem'), 0);
    await chmod(unwritable, 0o555);
    asOrdinaryUser();
    const denied = (path: string) => ({ code: 'file/denied', message: expect.stringContaining(path) });
    await expect(open(unreadable)).rejects.toMatchObject(denied(join(unreadable, 'intermediate.pem')));
    await expect(open(unwritable)).rejects.toMatchObject(denied(unwritable));
  });
});

/** Returns the files of an authority and functions that sign with its stolen intermediate key. */
async function stolenAuthority() {
  const folder = await temporaryFolder();
  const authority = await open(folder);
  const stolen = await readFile(join(folder, 'intermediate.pem'), 'utf8');
  const [intermediate] = certificatesIn(stolen);
  const pair = { cert: String(intermediate), key: stolen };
  const validity = { from: Date.now() - day, until: Date.now() + 30 * day };
  return {
    root: join(folder, 'authority.pem'),
    own: await authority.certificateFor(namesOn()),
    forge: (name: string): Promise<KeyPair> => issueCertificate(pair, [name], validity),
    forgeBelow: async (name: string): Promise<KeyPair> => {
      const below = await issueCertificate(pair, ['127.0.0.1'], validity);
      return issueCertificate(below, [name], validity);
    },
  };
}

async function serve(pair: KeyPair): Promise<number> {
  const server = createServer(pair, (_request, response) => response.end('forged')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Connects clients that trust only the root. Returns exit codes of OpenSSL and curl, and Node's error. */
async function clientResults(root: string, pair: KeyPair, name: string): Promise<readonly unknown[]> {
  const port = await serve(pair);
  const file = join(await temporaryFolder(), 'chain.pem');
  await writeFile(file, pair.cert);
  const isAddress = isIP(name) !== 0;
  const verified = await run('openssl', [
    ...['verify', '-x509_strict', '-purpose', 'sslserver'],
    ...[isAddress ? '-verify_ip' : '-verify_hostname', name],
    ...['-CAfile', root, '-untrusted', file, file],
  ]);
  const fetched = await run('curl', [
    ...['-sS', '--cacert', root, '--connect-to', `${name}:${port}:127.0.0.1:${port}`],
    `https://${name}:${port}/`,
  ]);
  const socket = connect({
    ...{ host: '127.0.0.1', port, secureContext: contextTrustingOnly(await readFile(root, 'utf8')) },
    // Node would compare the certificate with 127.0.0.1 instead of the address in `name`.
    ...(isAddress ? { checkServerIdentity: () => undefined } : { servername: name }),
  });
  const failure = await new Promise<string | null>((resolve) => {
    socket.once('secureConnect', () => resolve(null));
    socket.once('error', (error) => resolve(error.message));
  });
  socket.destroy();
  return [verified.code, fetched.code, failure];
}

describe.runIf(canRun('openssl', ['version']) && canRun('curl', ['--version']))(
  'OpenSSL, curl and Node with the root as trusted CA',
  () => {
    test('accept the certificate of the service', async () => {
      const { root, own } = await stolenAuthority();
      for (const name of ['localhost', '127.0.0.1', 'desk.local', '192.168.1.20'])
        expect(await clientResults(root, own, name), name).toEqual([0, 0, null]);
    });

    test.each(['example.com', 'desk.local.example.com', '203.0.113.7', '8.8.8.8'])(
      'reject a certificate for %s that the intermediate signed',
      async (name) => {
        const { root, forge } = await stolenAuthority();
        const results = await clientResults(root, await forge(name), name);
        expect(results).toEqual([2, 60, 'permitted subtree violation']);
      },
    );

    test('reject an authority below the intermediate', async () => {
      const { root, forgeBelow } = await stolenAuthority();
      const results = await clientResults(root, await forgeBelow('localhost'), 'localhost');
      expect(results.filter((result) => result === 0 || result === null)).toEqual([]);
    });
  },
);
