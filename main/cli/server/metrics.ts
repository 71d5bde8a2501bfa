import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { S3Settings } from '../../service/storage/s3/settings.ts';
import type { Storage } from '../../service/storage/storage.ts';
import { operationalPaths, rejectProxied } from './health.ts';

export type Metrics = {
  addTo(server: FastifyInstance, storage: Storage): void;
  readonly onS3Request: NonNullable<S3Settings['onRequest']>;
};

/** Upper bounds in seconds. A request that transfers a build can take several minutes. */
const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** Creates the metrics of this instance, and of the mail queue that all instances share. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const s3Requests = new Histogram({
    name: 'slipway_s3_request_duration_seconds',
    help: 'Time until the first byte of S3 responses, by command and outcome',
    labelNames: ['command', 'outcome'],
    buckets,
    registers,
  });
  return {
    addTo: (server, storage) => {
      countRequests(server, registers);
      addGauges(storage, registers);
      server.get(operationalPaths.metrics, { onRequest: rejectProxied }, async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
    },
    onS3Request: ({ command, seconds, isSuccess }) =>
      s3Requests.observe({ command, outcome: isSuccess ? 'done' : 'failed' }, seconds),
  };
}

function countRequests(server: FastifyInstance, registers: Registry[]): void {
  const requests = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'Duration of requests, from their headers to the end of the response, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const running = new Gauge({
    name: 'slipway_http_requests_running',
    help: 'Requests in progress',
    registers,
  });
  const uploads = new Counter({
    name: 'slipway_uploads_total',
    help: 'Finished uploads of builds, by status',
    labelNames: ['status'],
    registers,
  });
  const received = new Counter({
    name: 'slipway_http_received_bytes_total',
    help: 'Bytes of finished requests, including headers',
    registers,
  });
  const sent = new Counter({
    name: 'slipway_http_sent_bytes_total',
    help: 'Bytes of finished responses, including headers',
    registers,
  });
  const counted = new WeakMap<object, { readonly read: number; readonly written: number }>();
  server.addHook('onRequest', async (_request, reply) => {
    running.inc();
    reply.raw.once('close', () => running.dec());
  });
  server.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const status = String(statusCode);
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status }, elapsedTime / 1_000);
    if (isUpload(request)) uploads.inc({ status });
    const { socket } = request;
    const before = counted.get(socket) ?? { read: 0, written: 0 };
    const now = { read: socket.bytesRead, written: socket.bytesWritten };
    received.inc(now.read - before.read);
    sent.inc(now.written - before.written);
    counted.set(socket, now);
  });
}

function isUpload({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

function addGauges(storage: Storage, registers: Registry[]): void {
  new Gauge({
    name: 'slipway_mail_waiting',
    help: 'Queued messages of all instances',
    registers,
    async collect() {
      // An unreachable database must not hide the other metrics.
      this.set(await storage.mail.countQueued().catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'slipway_database_connections',
    help: 'Database connections of this instance, and calls that wait for a connection',
    labelNames: ['state'],
    registers,
    collect() {
      const { open = 0, idle = 0, waitingCalls = 0 } = storage.poolState() ?? {};
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waitingCalls);
    },
  });
}
