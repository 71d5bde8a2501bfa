/** A feed of newer versions on this computer, as electron-builder made it, or with one thing wrong. */
import { type KeyObject, sign } from 'node:crypto';
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
  /** Another key than the one that packages carry the public key of. */
  readonly signedBy?: KeyObject;
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
export async function openFeed(folder: string, packages: string, key: KeyObject): Promise<Feed> {
  const secure = join(folder, 'feed');
  await mkdir(secure);
  const { cert, authority, ...tls } = await certificateIn(secure, `DNS:${new URL(feedAddress).host}`);
  const authorityFile = join(secure, 'authority.pem');
  await writeFile(authorityFile, authority);
  let fault: Fault = {};
  const server = createServer({ key: tls.key, cert }, (request, response) => {
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
    readFile(join(packages, name.replace(/\.sig$/, ''))).then(
      (whole) => {
        const isDescription = /\.yml(\.sig)?$/.test(name);
        const content = isDescription && described ? Buffer.from(described(`${whole}`)) : whole;
        const signature = () => Buffer.from(sign(null, content, fault.signedBy ?? key).toString('base64'));
        const bytes = name.endsWith('.sig') ? signature() : content;
        response.setHeader('content-length', bytes.length);
        if (cutAt === undefined || isDescription) response.end(bytes);
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
