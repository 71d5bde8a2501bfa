import type { IncomingMessage } from 'node:http';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../errors.ts';

/** A host, which may be empty, and perhaps a port (RFC 3986 section 3.2). */
const host = /^(?:\[[0-9a-f:.v]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

/**
 * A request names its host once, and in HTTP/1.1 always (RFC 9112 section 3.2): two could be one host here and another
 * for a proxy before it. Throws `service/badHost`.
 */
export function checkHost({ headersDistinct, httpVersion }: IncomingMessage): void {
  const hosts = headersDistinct['host'] ?? [];
  const [named] = hosts;
  if (named === undefined ? httpVersion === '1.0' : hosts.length === 1 && host.test(named)) return;
  throw serviceErrors.badHost({
    hosts: hosts.map((text) => messageOf('text/quoted', { text })),
    count: hosts.length,
  });
}
