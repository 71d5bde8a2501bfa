/** A local update feed as electron-builder creates it, or with one defect. */
import { type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { certificateIn } from '../fakes/certificate.ts';
import { openForwardProxy } from '../fakes/forward-proxy.ts';

/** Update feed address in the built packages. A local proxy serves this host name. */
export const feedAddress = 'https://updates.example.org/slipway';

export type Fault = {
  /** Changes the text of `latest-linux.yml`. */
  readonly described?: (text: string) => string;
  /** Number of bytes of the package that are sent before the connection breaks. */
  readonly cutAt?: number;
  /** Redirect target of the package. */
  readonly redirect?: string;
  /** Suffix of the name of a missing file. */
  readonly missing?: string;
  /** Replaces the signing key with one that does not match the public key in the packages. */
  readonly signedBy?: KeyObject;
};

export type Feed = {
  readonly proxy: string;
  /** PEM file of the trusted authority. */
  readonly authority: string;
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
