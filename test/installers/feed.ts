/** A feed of newer versions on this computer, as electron-builder made it, or with one thing wrong. */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { certificateIn } from '../fakes/certificate.ts';
import { openForwardProxy } from '../fakes/forward-proxy.ts';

/** What packages are built with. The name leads to this computer, through a proxy. */
export const feedAddress = 'https://updates.example.org/slipway';

export type Fault = {
  /** Makes the text of `latest-linux.yml` another one. */
  readonly described?: (text: string) => string;
  /** How many bytes of the package come before the line breaks off. */
  readonly cutAt?: number;
  /** Where the request for the package is sent on to. */
  readonly redirect?: string;
  /** The end of the name of a file that is not there. */
  readonly missing?: string;
};

export type Feed = {
  readonly proxy: string;
  /** PEM file of the authority to trust. */
  readonly authority: string;
  /** From now on. */
  break(fault: Fault): void;
  stop(): Promise<void>;
};

/** Serves the files of `packages`. */
export async function openFeed(folder: string, packages: string): Promise<Feed> {
  const secure = join(folder, 'feed');
  await mkdir(secure);
  const { key, cert, authority } = await certificateIn(secure, `DNS:${new URL(feedAddress).host}`);
  const authorityFile = join(secure, 'authority.pem');
  await writeFile(authorityFile, authority);
  let fault: Fault = {};
  const server = createServer({ key, cert }, (request, response) => {
    const name = new URL(request.url ?? '', feedAddress).pathname.split('/').at(-1) ?? '';
    const { described, cutAt, redirect, missing } = fault;
    if (missing !== undefined && name.endsWith(missing)) {
      response.writeHead(404).end();
      return;
    }
    if (redirect !== undefined && name.endsWith('.AppImage')) {
      response.writeHead(302, { location: redirect }).end();
      return;
    }
    readFile(join(packages, name)).then(
      (whole) => {
        const bytes = name.endsWith('.yml') && described ? Buffer.from(described(`${whole}`)) : whole;
        response.setHeader('content-length', bytes.length);
        if (cutAt === undefined || name.endsWith('.yml')) response.end(bytes);
        else response.write(bytes.subarray(0, cutAt), () => response.destroy());
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await openForwardProxy({ port: (server.address() as AddressInfo).port });
  return {
    proxy: proxy.url,
    authority: authorityFile,
    break: (now) => {
      fault = now;
    },
    stop: async () => {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
