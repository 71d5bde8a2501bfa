/** Runs electron-updater against a local feed, up to the verified download. Installing needs Electron. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppImageUpdater, NsisUpdater } from 'electron-updater';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createNetwork } from '../../../main/api/transport/network.ts';
import { createSecureGet } from '../../../main/api/transport/secure-get.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import {
  builtFeed,
  electronUpdaterEngine,
  namesPublisher,
} from '../../../main/shell/updates/update-engine.ts';
import { signatureCheck } from '../../../main/shell/updates/update-signature.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { openForwardProxy } from '../../fakes/forward-proxy.ts';
import { hasScripts } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { makeCertificate as certificateOf, secureServerOf } from '../api/certificates.ts';

const feedKeys = generateKeyPairSync('ed25519');
const newer = Buffer.from('the newer application '.repeat(5_000));

/** Host name of the feed, which is served over https. */
const feedHost = 'updates.example.org';
let issued: ReturnType<typeof certificateOf> | null = null;
const certificate = () => {
  issued ??= certificateOf(`DNS:${feedHost},DNS:other.example.org`);
  return issued;
};

type Feed = {
  readonly version?: string;
  readonly sha512?: string;
  /** URL to which requests for the file are redirected. */
  readonly redirect?: string;
  /** URL of the file in the feed. */
  readonly file?: string;
  readonly trusted?: boolean;
  readonly signIn?: string;
  /** Changes the signature of the feed; null removes it. */
  readonly signature?: ((signature: string) => string) | null;
  readonly signedBy?: KeyObject;
  readonly forWindows?: { readonly publisher: string; readonly program: string };
};

async function openFeed({ version = '2.0.0', trusted = true, signIn = 'ann:s3cret', ...feed }: Feed = {}) {
  const sha512 = feed.sha512 ?? createHash('sha512').update(newer).digest('base64');
  const name = feed.forWindows ? 'Slipway.exe' : 'Slipway.AppImage';
  const authority = await certificate();
  const agents = new Set<string | undefined>();
  const port = await secureServerOf(authority, (request, response) => {
    agents.add(request.headers['user-agent']);
    const { pathname } = new URL(request.url ?? '', 'https://feed');
    const file = `  - url: ${feed.file ?? name}\n    sha512: ${sha512}\n    size: ${newer.length}\n`;
    const description = `version: ${version}\nfiles:\n${file}path: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T08:30:00.000Z'\n`;
    if (/^\/latest[\w-]*\.yml$/.test(pathname)) response.end(description);
    else if (/^\/latest[\w-]*\.yml\.sig$/.test(pathname) && feed.signature !== null) {
      const key = feed.signedBy ?? feedKeys.privateKey;
      const signature = sign(null, Buffer.from(description), key).toString('base64');
      response.end(feed.signature?.(signature) ?? signature);
    } else if (pathname === `/${name}` && feed.redirect) {
      response.writeHead(302, { location: feed.redirect }).end();
    } else if (pathname.endsWith(`/${name}`)) response.end(newer);
    else response.writeHead(404).end();
  });
  const proxy = await openForwardProxy({ port, signIn: 'ann:s3cret' });
  const folder = await temporaryFolder();
  const appUpdateConfigPath = join(folder, 'app-update.yml');
  await writeFile(
    appUpdateConfigPath,
    `provider: generic\nurl: https://${feedHost}\nupdaterCacheDirName: slipway-updater\n${feed.forWindows ? `publisherName: ${feed.forWindows.publisher}\n` : ''}`,
  );
  const running = join(folder, 'running.AppImage');
  await writeFile(running, 'the running application');
  vi.stubEnv('APPIMAGE', running);
  const updater = new (feed.forWindows ? NsisUpdater : AppImageUpdater)(null, {
    version: '1.0.0',
    name: 'Slipway',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  updater.disableDifferentialDownload = true;
  const files: string[] = [];
  updater.on('update-downloaded', ({ downloadedFile }) => files.push(downloadedFile));
  const certificates = trusted ? [authority.authority] : [];
  const network = createNetwork({
    ...{ certificates: async () => certificates, userAgent: 'Slipway/1.0.0' },
    proxyFor: async () => proxy.url.replace('//', `//${signIn}@`),
  });
  const secureGet = createSecureGet({ network, redactor: new Redactor() });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await secureGet.close();
    await proxy.stop();
  });
  const checkSignature = signatureCheck(feed.forWindows?.program ?? '/nowhere/powershell');
  const publicKey = feedKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const signedFeed = feed.forWindows ? null : { url: `https://${feedHost}`, publicKey };
  const engineWith = (needsPassword: boolean) =>
    electronUpdaterEngine(
      updater,
      collectedLog().log,
      { needsPassword, releaseLock: () => undefined, relaunch: () => undefined },
      { secureGet, checkSignature, signedFeed },
    );
  return { engine: engineWith(false), engineWith, updater, files, proxy, agents };
}

test('the update engine finds, downloads and verifies a newer version', async () => {
  const { engine, files } = await openFeed();
  expect(await engine.check()).toBe('2.0.0');
  await engine.download(() => undefined);
  expect(await readFile(files[0] ?? '')).toEqual(newer);
});

test.each(['1.0.0', '0.9.0'])('the update engine ignores the older or equal version %s', async (version) => {
  expect(await (await openFeed({ version })).engine.check()).toBeNull();
});

test('a download with a wrong checksum is rejected', async () => {
  const { engine, files } = await openFeed({
    sha512: createHash('sha512').update('another').digest('base64'),
  });
  expect(await engine.check()).toBe('2.0.0');
  await expect(engine.download(() => undefined)).rejects.toThrow(/sha512 checksum mismatch/);
  expect(files).toEqual([]);
});

describe('a feed for Linux', () => {
  const otherKey = generateKeyPairSync('ed25519').privateKey;

  test.each<[string, Feed]>([
    ['without a signature', { signature: null }],
    ['with an empty signature', { signature: () => '' }],
    [
      'with a damaged signature',
      { signature: (text) => (`A${text.slice(1)}` === text ? `B${text.slice(1)}` : `A${text.slice(1)}`) },
    ],
    ['with a page instead of a signature', { signature: () => '<html></html>' }],
    ['signed with another key', { signedBy: otherKey }],
    ['of an older version signed with another key', { version: '0.9.0', signedBy: otherKey }],
  ])('%s is rejected', async (_title, given) => {
    const { engine, files } = await openFeed(given);
    await expect(engine.check()).rejects.toMatchObject({
      code: 'shell/feedSignature',
      message: expect.stringContaining('not signed by the publisher'),
    });
    expect(files).toEqual([]);
  });
});

test('the updater neither downloads by itself nor allows downgrades', async () => {
  const { updater } = await openFeed();
  expect(updater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
  });
});

test.each([
  ['provider: generic\nurl: https://updates.example.org/slipway\n', 'https://updates.example.org/slipway'],
  ["provider: generic\nurl: 'https://updates.example.org'\n", 'https://updates.example.org'],
  ['provider: generic\nurl: http://updates.example.org\n', null],
  ['provider: generic\n', null],
])('the configuration %j has the feed %s', async (text, expected) => {
  const folder = await temporaryFolder();
  expect(await builtFeed(folder)).toBeNull();
  await writeFile(join(folder, 'app-update.yml'), text);
  expect(await builtFeed(folder)).toBe(expected);
});

test('postponing or a required password prevents installation on quit', async () => {
  const { engine, engineWith, updater } = await openFeed();
  expect(updater.autoInstallOnAppQuit).toBe(true);
  engine.postponeInstall();
  expect(updater.autoInstallOnAppQuit).toBe(false);
  engineWith(true);
  expect(updater.autoInstallOnAppQuit).toBe(false);
});

test('all requests use the proxy credentials and the Slipway user agent', async () => {
  const { engine, proxy, agents } = await openFeed();
  await engine.check();
  await engine.download(() => undefined);
  expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${feedHost}:443`]));
  expect([...agents]).toEqual(['Slipway/1.0.0']);
});

test('a rejected proxy sign-in and an untrusted authority are reported', async () => {
  const refused = await openFeed({ signIn: 'ann:wrong' });
  await expect(refused.engine.check()).rejects.toMatchObject({ code: 'api/proxyRefused' });
  const untrusted = await openFeed({ trusted: false });
  await expect(untrusted.engine.check()).rejects.toMatchObject({ code: 'api/certificate' });
});

test('a download follows redirects to https, but never to http', async () => {
  const followed = await openFeed({ redirect: 'https://other.example.org/files/Slipway.AppImage' });
  await followed.engine.check();
  await followed.engine.download(() => undefined);
  expect(await readFile(followed.files[0] ?? '')).toEqual(newer);
  for (const feed of [
    { redirect: 'http://other.example.org/files/Slipway.AppImage' },
    { file: 'http://other.example.org/Slipway.AppImage' },
  ]) {
    const { engine, files, proxy } = await openFeed(feed);
    await engine.check();
    await expect(engine.download(() => undefined)).rejects.toMatchObject({ code: 'api/notEncrypted' });
    expect(files).toEqual([]);
    expect(proxy.requests.every((asked) => asked === `CONNECT ${feedHost}:443`)).toBe(true);
  }
});

test('a download with a redirect loop fails', async () => {
  const { engine } = await openFeed({ redirect: '/Slipway.AppImage' });
  await engine.check();
  await expect(engine.download(() => undefined)).rejects.toMatchObject({ code: 'api/redirected' });
});

/** Creates a program that prints `answer` like PowerShell, with `FILE` replaced by the path of the update. */
async function powerShell(answer: string): Promise<string> {
  const program = join(await temporaryFolder(), 'powershell');
  await writeFile(program, `#!/bin/sh\nprintf '%s' '${answer}' | sed "s|FILE|$SLIPWAY_UPDATE|"\n`);
  await chmod(program, 0o755);
  return program;
}

const signed = (subject: string, status = 0): string =>
  JSON.stringify({ Path: 'FILE', Status: status, Subject: subject });

test.runIf(hasScripts).each([
  ['Example', signed('CN=Example, O="Example, Inc.", C=DE'), null],
  ['"CN=Example, O=\\"Example, Inc.\\""', signed('CN=Example, O="Example, Inc.", C=DE'), null],
  ['Example', signed('CN=Other, O=Example'), /signed by CN=Other/],
  ['"CN=Example, O=Other"', signed('CN=Example, O="Example, Inc."'), /signed by CN=Example/],
  ['Example', signed('CN=Example', 2), /no valid signature/],
  ['Example', signed('CN=Example').replace('FILE', '/another/file'), /another file/],
  ['Example', 'something unreadable', /could not be read/],
  ['Example', '', /could not be read/],
  ['[]', signed('CN=Example'), /signed by CN=Example/],
])('an installer of %s is checked against the PowerShell output %s', async (publisher, answer, reason) => {
  const { engine, files } = await openFeed({ forWindows: { publisher, program: await powerShell(answer) } });
  await engine.check();
  if (reason === null) {
    await engine.download(() => undefined);
    expect(files).toHaveLength(1);
  } else {
    await expect(engine.download(() => undefined)).rejects.toThrow(reason);
    expect(files).toEqual([]);
  }
});

test('an installer is rejected if PowerShell is missing or fails', async () => {
  const complaining = await powerShell(signed('CN=Example'));
  await appendFile(complaining, 'echo "is not recognized" >&2\n');
  for (const program of ['/nowhere/powershell.exe', complaining]) {
    const { engine, files } = await openFeed({ forWindows: { publisher: 'Example', program } });
    await engine.check();
    await expect(engine.download(() => undefined)).rejects.toThrow(/could not be checked/);
    expect(files).toEqual([]);
  }
});

test.each([
  ['publisherName: Example\n', true],
  ['publisherName:\n  - Example\n', true],
  ['publisherName: ["CN=Example"]\n', true],
  ['url: https://a\n', false],
  ['publisherName:\nurl: https://a\n', false],
  ['publisherName: null\n', false],
  ['publisherName: []\n', false],
])('namesPublisher for %j returns %s', async (text, expected) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'app-update.yml'), text);
  expect(await namesPublisher(folder)).toBe(expected);
});
