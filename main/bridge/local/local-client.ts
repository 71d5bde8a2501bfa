import type { Socket } from 'node:net';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import pLimit from 'p-limit';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import type {
  BridgeEvents,
  CallArguments,
  CallName,
  CallResult,
  EventName,
} from '../../../preload/contract.ts';
import { systemClock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Outcome } from '../../base/failure.ts';
import type { BridgeHost } from '../bridge.ts';
import { eventCountHeader } from '../http/event-streams.ts';
import { authorization, readEndpoint, versionHeader } from './endpoint.ts';
import { localErrors } from './errors.ts';

const maxConcurrentConnects = 16;
const retryMs = 20;

/** Maximum length of an event in characters. Slipway never sends a longer event. */
const maxEventLength = 64 * 1024 * 1024;

export type LocalClient = {
  /** Throws the failure of the call, and `local/closed` if the connection is lost. */
  call<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<CallResult<Name>>;
  on<Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
  /** Rejects with `local/closed` if the connection is lost; otherwise never settles. */
  readonly lost: Promise<never>;
  close(): void;
};

export function ownClient(bridge: BridgeHost): LocalClient {
  const events = createEvents();
  return {
    call: async (name, values) => unwrapOutcome(await bridge.call(name, values)),
    on: (name, listener) => events.on(name, listener),
    lost: new Promise(() => undefined),
    close: bridge.onEvent((name, value) => events.emit(name, value)),
  };
}

/** Connects to the data folder's owner; null if unreachable. If the owner refuses, throws its failure. */
export async function connectToOwner(dataDir: string, version: string): Promise<LocalClient | null> {
  const endpoint = await readEndpoint(dataDir);
  if (!endpoint) return null;
  const { buildConnector, Pool } = await import('undici');
  let isConnected = false;
  const connector = buildConnector({ socketPath: endpoint.address, timeout: 0 });
  const connect = withConnectRetry(connector, () => isConnected);
  const pool = new Pool('http://slipway', { connect, headersTimeout: 0, bodyTimeout: 0 });
  const headers = { authorization: authorization(endpoint), [versionHeader]: version };
  try {
    const stream = await pool.request({ method: 'GET', path: '/bridge/events', headers });
    if (stream.statusCode !== 200) unwrapOutcome(await readOutcome(stream));
    isConnected = true;
    stream.body.once('close', () => {
      isConnected = false;
    });
    return clientOver(pool, headers, stream);
  } catch (error) {
    await pool.destroy();
    if (error instanceof CodedError && error.code !== 'local/invalidResponse') throw error;
    // The owner exited without removing its endpoint, or another program listens at the endpoint.
    return null;
  }
}

/**
 * Limits concurrent attempts. Retries while `isThere` returns true: macOS refuses connections if many are
 * pending.
 */
function withConnectRetry(
  connector: buildConnector.connector,
  isThere: () => boolean,
): buildConnector.connector {
  const limit = pLimit(maxConcurrentConnects);
  const connected = async (target: buildConnector.Options): Promise<Socket> => {
    for (;;) {
      try {
        return await new Promise<Socket>((resolve, reject) =>
          connector(target, (error, socket) => (socket ? resolve(socket) : reject(error))),
        );
      } catch (error) {
        if (!isThere()) throw error;
        await systemClock.sleep(retryMs);
      }
    }
  };
  return (target, taken) =>
    void limit(connected, target).then(
      (socket) => taken(null, socket),
      (error: Error) => taken(error, null),
    );
}

function clientOver(
  pool: Pool,
  headers: Record<string, string>,
  stream: Dispatcher.ResponseData,
): LocalClient {
  const events = createEvents();
  const lost = Promise.withResolvers<never>();
  // Prevents an unhandled rejection while no call waits for `lost`.
  lost.promise.catch(() => undefined);
  let receivedEvents = eventCountIn(stream);
  let next = Promise.withResolvers<void>();
  const receive = ({ event, data }: EventSourceMessage): void => {
    events.emit(event as EventName, JSON.parse(data));
    receivedEvents += 1;
    next.resolve();
    next = Promise.withResolvers();
  };
  // Callers receive `local/closed` instead of the stream error, and can connect to another core.
  void readEvents(stream.body, receive)
    .catch(() => undefined)
    .then(() => lost.reject(localErrors.closed({})));
  return {
    call: async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
      const answer = await pool
        .request({
          method: 'POST',
          path: '/bridge/call',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ name, values }),
        })
        .catch((cause: unknown) => {
          throw localErrors.closed({}, { cause });
        });
      const outcome = await readOutcome(answer);
      // Waits until all events sent before the response have been delivered.
      while (receivedEvents < eventCountIn(answer)) await Promise.race([next.promise, lost.promise]);
      return unwrapOutcome<CallResult<Name>>(outcome);
    },
    on: (name, listener) => events.on(name, listener),
    lost: lost.promise,
    close: () => void pool.destroy(),
  };
}

async function readEvents(
  body: Dispatcher.ResponseData['body'],
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const parser = createParser({ onEvent, maxBufferSize: maxEventLength });
  for await (const text of body.setEncoding('utf8')) parser.feed(String(text));
}

function eventCountIn({ headers }: Dispatcher.ResponseData): number {
  return Number(headers[eventCountHeader]);
}

/** Checks only the shape, because versions are equal. Throws `local/invalidResponse`, `local/closed`. */
async function readOutcome({ body }: Dispatcher.ResponseData): Promise<Outcome<unknown>> {
  const text = await body.text().catch((cause: unknown) => {
    throw localErrors.closed({}, { cause });
  });
  try {
    const outcome: unknown = JSON.parse(text);
    if (typeof outcome === 'object' && outcome !== null && 'ok' in outcome)
      return outcome as Outcome<unknown>;
  } catch (cause) {
    throw localErrors.invalidResponse({}, { cause });
  }
  throw localErrors.invalidResponse({});
}

/** Returns the value or throws the failure. The cast is safe, because both sides have the same version. */
function unwrapOutcome<Value>(outcome: Outcome<unknown>): Value {
  if (!outcome.ok) throw new CodedError(outcome, { details: outcome.details ?? {} });
  return outcome.value as Value;
}

/** Creates events whose listener errors become uncaught exceptions instead of connection errors. */
function createEvents(): Events<BridgeEvents> {
  return new Events({
    error: (_, fields) =>
      queueMicrotask(() => {
        throw fields?.['error'];
      }),
  });
}
