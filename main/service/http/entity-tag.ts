import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseMode } from './accept.ts';
import { requesterKey } from './requester.ts';
import { withVary } from './requests.ts';
import { isRestricted } from './token-scope.ts';

/** Increased when the fields of a list change, so that clients reload the list after an upgrade. */
const formatVersion = 1;

/** Returns true if an `If-Match` or `If-None-Match` header contains `tag` (RFC 9110 section 8.8.3.2). */
export function matchesTag(header: string | undefined, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const named: readonly string[] = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return named.includes(tag) || (comparison === 'weak' && named.includes(`W/${tag}`));
}

/** Returns the weak `ETag` of a list. `listTag` must be read before the list. */
export function listEtag(
  request: FastifyRequest,
  mode: ResponseMode,
  { listTag, address }: { readonly listTag: string; readonly address: string },
): string {
  const visibleTo = isRestricted(request) ? requesterKey(request) : '';
  const parts = [formatVersion, listTag, address, request.url, mode.mediaType, visibleTo];
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;
}

/** Returns true if the client already has the list. Ignores `*`, because the resource may not exist. */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  return known?.trim() !== '*' && matchesTag(known, etag.slice(2), 'weak');
}

export function withEtag(reply: FastifyReply, etag: string): FastifyReply {
  return reply.headers({ etag, 'cache-control': 'private, no-cache' });
}

export function sendUnchanged(reply: FastifyReply, etag: string): FastifyReply {
  return withVary(withEtag(reply, etag)).code(304).send();
}
