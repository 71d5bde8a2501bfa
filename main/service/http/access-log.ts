/** Log of the latest requests, for the operator. Contains no secrets. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { Events } from '../../base/events.ts';
import type { Log } from '../../base/log/log.ts';
import { redactText } from '../../base/log/redact.ts';
import type { AccessLog, ServiceContext } from '../service-context.ts';
import type { AccessEntry } from '../service-view.ts';
import { clientAddress } from './client-address.ts';
import { requesterOf } from './requester.ts';

export const defaultMaxEntries = 1_000;

const batchMs = 250;

export function createAccessLog(clock: Clock, log: Log, maxEntries = defaultMaxEntries): AccessLog {
  const events = new Events<{ added: readonly AccessEntry[] }>(log.scope('access'));
  let entries: readonly AccessEntry[] = [];
  let pending: AccessEntry[] = [];
  let lastId = 0;
  let cancelTimer: (() => void) | null = null;
  const flush = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    const batch = pending.slice(-maxEntries);
    pending = [];
    if (batch.length === 0) return;
    entries = [...batch.toReversed(), ...entries].slice(0, maxEntries);
    events.emit('added', batch);
  };
  return {
    events,
    add: (entry) => {
      lastId += 1;
      pending.push({ ...entry, id: lastId });
      if (pending.length >= maxEntries) flush();
      else cancelTimer ??= clock.after(batchMs, flush);
    },
    list: () => [...pending.toReversed(), ...entries].slice(0, maxEntries),
    flush: async () => flush(),
  };
}

type AccessLogContext = Pick<ServiceContext, 'clock' | 'accessLog' | 'proxyHops'>;

/** The client address is read when the request starts, because it is unavailable after a disconnect. */
type RequestStart = { readonly at: number; readonly address: string };

function startOf(request: FastifyRequest, { clock, proxyHops }: AccessLogContext): RequestStart {
  return { at: clock.monotonic(), address: clientAddress(request.raw, proxyHops) };
}

export function recordRequests(server: FastifyInstance, parts: AccessLogContext): void {
  const starts = new WeakMap<FastifyRequest, RequestStart>();
  server.addHook('onRequest', async (request) => {
    starts.set(request, startOf(request, parts));
  });
  server.addHook('onResponse', async (request, reply) => {
    const beginning = starts.get(request) ?? startOf(request, parts);
    parts.accessLog.add(entryOf(request, reply, parts.clock, beginning));
  });
}

/** Records a request for which fastify runs no hooks. Waits until the response closes. */
export function recordResponse(request: FastifyRequest, reply: FastifyReply, parts: AccessLogContext): void {
  const beginning = startOf(request, parts);
  reply.raw.once('close', () => parts.accessLog.add(entryOf(request, reply, parts.clock, beginning)));
}

function entryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  clock: Clock,
  { at: began, address }: RequestStart,
): Omit<AccessEntry, 'id'> {
  const agent = request.headers['user-agent'] ?? null;
  return {
    at: clock.now(),
    method: request.method,
    path: redactPath(request.url),
    status: reply.raw.writableFinished ? reply.statusCode : null,
    milliseconds: Math.round(clock.monotonic() - began),
    address,
    by: requesterOf(request)?.by ?? null,
    agent: agent === null ? null : redactText(agent.slice(0, maxAgentLength)),
  };
}

const maxAgentLength = 200;
const maxPathLength = 200;

/** Drops the query, and replaces install tokens and segments that could be tokens with `…`. */
export function redactPath(address: string): string {
  const [path = '/'] = address.split(/[?#]/, 1);
  let afterInstall = false;
  const shown = path.split('/').map((segment) => {
    if (segment === '') return segment;
    const isToken = afterInstall;
    afterInstall = segment.toLowerCase() === 'install';
    return !isToken && /^[\w.~-]{1,20}$/.test(segment) ? segment : '…';
  });
  const whole = shown.join('/');
  return whole.length <= maxPathLength ? whole : `${whole.slice(0, maxPathLength)}…`;
}
