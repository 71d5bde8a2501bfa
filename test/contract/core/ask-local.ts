import { request } from 'node:http';

/** Calls `uploads.list` at a local server; resolves to the HTTP status. */
export function askLocal(socketPath: string, token: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-slipway-version': '0.0.0',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/bridge/call', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ name: 'uploads.list', values: {} }));
  });
}
