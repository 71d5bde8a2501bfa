/**
 * Stores a file as safely as the service: hashes it while `stream.pipeline` writes it, then flushes and
 * renames the file, flushes both folders, and responds. DELETE removes the file.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../main/base/files/files.ts';

const folder = process.argv[2] ?? '';
const arriving = join(folder, 'peer.part');
const stored = join(folder, 'peer');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'DELETE') {
    await rm(stored, { recursive: true });
    response.end();
    return;
  }
  const hash = createHash('sha256');
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(request, hashed, createWriteStream(arriving, { flush: true }));
  await mkdir(stored);
  await rename(arriving, join(stored, 'file'));
  await syncFolder(stored);
  await syncFolder(folder);
  response.end(JSON.stringify({ sha256: hash.digest('hex') }));
}

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit());
