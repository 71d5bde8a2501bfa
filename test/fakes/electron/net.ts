/** Requests of Electron's `net`, made by Node: all go to the server `ELECTRON_DOUBLE_NET` names, whatever host they are for. */
import { type ClientRequest, type RequestOptions, request } from 'node:http';

export function netRequest({ headers, method, path }: RequestOptions): ClientRequest {
  const server = process.env['ELECTRON_DOUBLE_NET'];
  if (server === undefined) throw new Error('The double has no network: ELECTRON_DOUBLE_NET is not set');
  return request(new URL(path ?? '/', server), {
    ...(headers === undefined ? {} : { headers }),
    ...(method === undefined ? {} : { method }),
  });
}
