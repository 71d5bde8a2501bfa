/** A service that takes uploads and throws the bytes away: the same far end for every uploader. A process of its own. */
import { createServer } from 'node:http';

const token = { access_token: 'bench-token', expires_in: 72_000, token_type: 'Bearer' };
const time = '2026-01-01T00:00:00Z';
const version = {
  id: 1,
  applicationName: 'Bench',
  applicationId: 1,
  profileId: 1,
  version: '1.0',
  uniqueName: 'bench',
  platformTypeName: 'Android',
  lastSendDateTimeUtc: null,
  isActive: false,
  fileSize: 0,
  releaseNote: null,
  profileFiles: [],
  iconUrl: '',
  profileMembers: [],
  fileName: null,
  updateDateTimeUtc: time,
  uploadDateTimeUtc: time,
};

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
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
process.on('disconnect', () => process.exit());
