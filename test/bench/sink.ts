/** Discards uploads in a separate process. Answers each message with the number of received bytes. */
import { createServer } from 'node:http';
import { token, version } from './responses.ts';

let total = 0;

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    total += chunk.length;
  });
  request.on('end', () => {
    const body = request.url?.endsWith('/token') ? token : { ...version, fileSize: received };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('message', () => process.send?.({ total }));
process.on('disconnect', () => process.exit());
