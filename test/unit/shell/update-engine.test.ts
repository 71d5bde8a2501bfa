/**
 * electron-updater itself against a feed on this computer: what it reads, downloads and checks. Its requests are made by
 * Node instead of Electron, and nothing is put in place: both need Electron.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import {
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtFeed, electronUpdaterEngine } from '../../../main/shell/update-engine.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const newer = Buffer.from('the newer application '.repeat(5_000));

async function openFeed(version: string, sha512 = createHash('sha512').update(newer).digest('base64')) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://feed');
    if (pathname === '/latest-linux.yml') {
      const file = `  - url: Slipway.AppImage\n    sha512: ${sha512}\n    size: ${newer.length}\n`;
      response.end(
        `version: ${version}\nfiles:\n${file}path: Slipway.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-21T08:30:00.000Z'\n`,
      );
    } else if (pathname === '/Slipway.AppImage') response.end(newer);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const folder = await temporaryFolder();
  const { port } = server.address() as AddressInfo;
  const appUpdateConfigPath = join(folder, 'app-update.yml');
  await writeFile(
    appUpdateConfigPath,
    `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: slipway-updater\n`,
  );
  const running = join(folder, 'running.AppImage');
  await writeFile(running, 'the running application');
  vi.stubEnv('APPIMAGE', running);
  const updater = new AppImageUpdater(null, {
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
  const throughNode = (options: RequestOptions, answered: (answer: IncomingMessage) => void): ClientRequest =>
    ask(options, answered);
  const httpExecutor = Object.assign(new ElectronHttpExecutor(), { createRequest: throughNode });
  Object.assign(updater, { httpExecutor });
  updater.disableDifferentialDownload = true;
  const files: string[] = [];
  updater.on('update-downloaded', ({ downloadedFile }) => files.push(downloadedFile));
  return { engine: electronUpdaterEngine(updater, collectedLog().log), updater, files };
}

test('finds, downloads and checks what is newer', async () => {
  const { engine, files } = await openFeed('2.0.0');
  expect(await engine.look()).toBe('2.0.0');
  await engine.download(() => undefined);
  expect(await readFile(files[0] ?? '')).toEqual(newer);
});

test.each(['1.0.0', '0.9.0'])('version %s of the feed is not newer', async (version) => {
  expect(await (await openFeed(version)).engine.look()).toBeNull();
});

test('what is not what the feed says is refused', async () => {
  const { engine, files } = await openFeed('2.0.0', createHash('sha512').update('another').digest('base64'));
  expect(await engine.look()).toBe('2.0.0');
  await expect(engine.download(() => undefined)).rejects.toThrow(/sha512 checksum mismatch/);
  expect(files).toEqual([]);
});

test('nothing is downloaded, taken back to or asked for by itself', async () => {
  const { updater } = await openFeed('2.0.0');
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
])('the feed of %j is %s', async (text, expected) => {
  const folder = await temporaryFolder();
  expect(await builtFeed(folder)).toBeNull();
  await writeFile(join(folder, 'app-update.yml'), text);
  expect(await builtFeed(folder)).toBe(expected);
});
