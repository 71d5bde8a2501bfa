/** Log of the latest requests, for the operator. Entries contain no tokens or other secrets. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import { redactText } from '../../base/log/redact.ts';
import type { AccessLog, ServiceParts } from '../parts.ts';
import type { AccessEntry } from '../service-view.ts';
import { clientAddress } from './client-address.ts';
import { requesterOf } from './requester.ts';

export const keptRequests = 1_000;

const togetherMs = 250;

export function createAccessLog(clock: Clock, log: Log, kept = keptRequests): AccessLog {
  const events = new Events<{ added: readonly AccessEntry[] }>(log.scope('access'));
  let entries: readonly AccessEntry[] = [];
  let fresh: AccessEntry[] = [];
  let lastId = 0;
  let cancelTimer: (() => void) | null = null;
  const flush = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    const told = fresh.slice(-kept);
    fresh = [];
    if (told.length === 0) return;
    entries = [...told.toReversed(), ...entries].slice(0, kept);
    events.emit('added', told);
  };
  return {
    events,
    add: (entry) => {
      lastId += 1;
      fresh.push({ ...entry, id: lastId });
      if (fresh.length >= kept) flush();
      else cancelTimer ??= clock.after(togetherMs, flush);
    },
    list: () => [...fresh.toReversed(), ...entries].slice(0, kept),
    flush: async () => flush(),
  };
}

type RecordingParts = Pick<ServiceParts, 'clock' | 'accessLog' | 'proxyHops'>;

/** Start time, and the client address, which is unavailable after a disconnect. */
type Beginning = { readonly at: number; readonly address: string };

function beginningOf(request: FastifyRequest, { clock, proxyHops }: RecordingParts): Beginning {
  return { at: clock.monotonic(), address: clientAddress(request.raw, proxyHops) };
}

export function recordRequests(server: FastifyInstance, parts: RecordingParts): void {
  const beginnings = new WeakMap<FastifyRequest, Beginning>();
  server.addHook('onRequest', async (request) => {
    beginnings.set(request, beginningOf(request, parts));
  });
  server.addHook('onResponse', async (request, reply) => {
    const beginning = beginnings.get(request) ?? beginningOf(request, parts);
    parts.accessLog.add(entryOf(request, reply, parts.clock, beginning));
  });
}

/** Records a request for which fastify runs no hooks, when its response closes. */
export function recordAnswer(request: FastifyRequest, reply: FastifyReply, parts: RecordingParts): void {
  const beginning = beginningOf(request, parts);
  reply.raw.once('close', () => parts.accessLog.add(entryOf(request, reply, parts.clock, beginning)));
}

function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  clock: Clock,
  { at: began, address }: Beginning,
): Omit<AccessEntry, 'id'> {
  const agent = request.headers['user-agent'] ?? null;
  return {
    at: clock.now(),
    method: request.method,
    path: shownPath(request.url),
    status: reply.raw.writableFinished ? reply.statusCode : null,
    milliseconds: Math.round(clock.monotonic() - began),
    address,
    by: requesterOf(request)?.by ?? null,
    agent: agent === null ? null : redactText(agent.slice(0, longestAgent)),
  };
}

const longestAgent = 200;
const longestPath = 200;

/** Drops the query, and replaces install tokens and segments that could be tokens with `…`. */
export function shownPath(address: string): string {
  const [path = '/'] = address.split(/[?#]/, 1);
  let afterInstall = false;
  const shown = path.split('/').map((segment) => {
    if (segment === '') return segment;
    const isToken = afterInstall;
    afterInstall = segment.toLowerCase() === 'install';
    return !isToken && /^[\w.~-]{1,20}$/.test(segment) ? segment : '…';
  });
  const whole = shown.join('/');
  return whole.length <= longestPath ? whole : `${whole.slice(0, longestPath)}…`;
}
