/**
 * The least a Node server can do to take a file in as safely: `stream.pipeline` into a file in the folder given as
 * argument, hashed on the way and flushed to the disk before the answer. A DELETE removes the file.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const path = join(process.argv[2] ?? '', 'peer.bin');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'DELETE') {
    await rm(path);
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
  await pipeline(request, hashed, createWriteStream(path, { flush: true }));
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
