/** An update feed on this computer that the test controls. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { certificateIn } from '../fakes/certificate.ts';
import { openForwardProxy } from '../fakes/forward-proxy.ts';

/** The newer version is a script. It records the files and the log that the older Slipway has left. */
const script =
  '[ -z "$NEWER_FINDS" ] || { ls "$NEWER_LOOKS_AT"; cat "$NEWER_LOOKS_AT"/logs/*; } > "$NEWER_FINDS"';
export const newerProgram = Buffer.from(
  `#!/bin/sh\n${script}\nexit 0\n${'# the newer Slipway\n'.repeat(5_000)}`,
);

export type UpdateFeed = {
  /** Environment variables with which the installed program uses this feed. */
  readonly environment: Readonly<Record<string, string>>;
  /** Path of the running AppImage. */
  readonly running: string;
  /** Answers the pending or the next check for updates with a version, or with an error status. */
  respond(version: string | 500, bytes?: Buffer): void;
  /** Sends the second half of a download. */
  finish(): void;
  stop(): Promise<void>;
};

type FeedResponse = { readonly version: string | 500; readonly bytes: Buffer };

export async function openUpdateFeed(folder: string): Promise<UpdateFeed> {
  let nextReply = Promise.withResolvers<FeedResponse>();
  let rest = Promise.withResolvers<void>();
  let download: Buffer = newerProgram;
  let described = '';
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secure = join(folder, 'feed');
  await mkdir(secure);
  const { key, cert, authority } = await certificateIn(secure, 'DNS:updates.example.org');
  await writeFile(join(secure, 'authority.pem'), authority);
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'https://updates.example.org');
    if (/^\/latest-linux[\w-]*\.yml$/.test(pathname)) {
      void nextReply.promise.then((reply) => {
        nextReply = Promise.withResolvers<FeedResponse>();
        download = reply.bytes;
        described = describe(response, reply);
      });
    } else if (pathname.endsWith('.sig')) {
      response.end(sign(null, Buffer.from(described), privateKey).toString('base64'));
    } else {
      void sendSlowly(response, download, rest.promise).then(() => {
        rest = Promise.withResolvers<void>();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await openForwardProxy({ port });
  const [resources, running] = [join(folder, 'resources'), join(folder, 'slipway.AppImage')];
  await mkdir(resources);
  const feed = 'provider: generic\nurl: https://updates.example.org\nupdaterCacheDirName: slipway-updater\n';
  await writeFile(join(resources, 'app-update.yml'), feed);
  await writeFile(join(resources, 'update-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(running, 'the running Slipway');
  return {
    environment: {
      ELECTRON_DOUBLE_PACKAGED: '1',
      ELECTRON_DOUBLE_RESOURCES: resources,
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: join(secure, 'authority.pem'),
      APPIMAGE: running,
      // A program counts as part of the AppImage if it is below this folder.
      APPDIR: '/',
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
    running,
    respond: (version, bytes = newerProgram) => nextReply.resolve({ version, bytes }),
    finish: () => rest.resolve(),
    stop: async () => {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends and returns the feed file, always with the hash of `newerProgram`. */
function describe(response: ServerResponse, { version }: FeedResponse): string {
  if (version === 500) {
    response.writeHead(500).end();
    return '';
  }
  const sha512 = createHash('sha512').update(newerProgram).digest('base64');
  const file = `  - url: Slipway.AppImage\n    sha512: ${sha512}\n    size: ${newerProgram.length}\n`;
  const text = `version: ${version}\nfiles:\n${file}path: Slipway.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-21T08:30:00.000Z'\n`;
  response.end(text);
  return text;
}

/** Sends one half at once, then a byte every 100 ms as progress, and the rest after `released`. */
async function sendSlowly(response: ServerResponse, bytes: Buffer, released: Promise<void>): Promise<void> {
  response.setHeader('content-length', bytes.length);
  let sent = bytes.length >> 1;
  response.write(bytes.subarray(0, sent));
  const dripping = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
  }, 100);
  await released;
  clearInterval(dripping);
  response.end(bytes.subarray(sent));
}
