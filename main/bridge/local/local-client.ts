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
import { toldHeader } from '../http/event-streams.ts';
import { authorization, readEndpoint, versionHeader } from './endpoint.ts';
import { localErrors } from './errors.ts';

const connectingAtOnce = 16;
const connectAgainMs = 20;

/** Characters. A longer event does not come from Slipway. */
const longestEvent = 64 * 1024 * 1024;

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
    call: async (name, values) => openedOutcome(await bridge.call(name, values)),
    on: (name, listener) => events.on(name, listener),
    lost: new Promise(() => undefined),
    close: bridge.onEvent((name, value) => events.emit(name, value)),
  };
}

/** Returns null if no owner is reachable. Throws `local/otherVersion` and `local/refused`. */
export async function connectToOwner(dataDir: string, version: string): Promise<LocalClient | null> {
  const place = await readEndpoint(dataDir);
  if (!place) return null;
  const { buildConnector, Pool } = await import('undici');
  let isThere = false;
  const connector = buildConnector({ socketPath: place.address, timeout: 0 });
  const connect = patiently(connector, () => isThere);
  const pool = new Pool('http://slipway', { connect, headersTimeout: 0, bodyTimeout: 0 });
  const headers = { authorization: authorization(place), [versionHeader]: version };
  try {
    const stream = await pool.request({ method: 'GET', path: '/bridge/events', headers });
    if (stream.statusCode !== 200) openedOutcome(await outcomeIn(stream));
    isThere = true;
    stream.body.once('close', () => {
      isThere = false;
    });
    return clientOver(pool, headers, stream);
  } catch (error) {
    await pool.destroy();
    if (error instanceof CodedError && error.code !== 'local/garbled') throw error;
    // The owner exited without removing its address, or another program uses it.
    return null;
  }
}

/**
 * Limits concurrent connects. Retries failed ones while `isThere` is true: macOS refuses connections when
 * many are new, as if no process listened.
 */
function patiently(connector: buildConnector.connector, isThere: () => boolean): buildConnector.connector {
  const limit = pLimit(connectingAtOnce);
  const connected = async (target: buildConnector.Options): Promise<Socket> => {
    for (;;) {
      try {
        return await new Promise<Socket>((resolve, reject) =>
          connector(target, (error, socket) => (socket ? resolve(socket) : reject(error))),
        );
      } catch (error) {
        if (!isThere()) throw error;
        await systemClock.sleep(connectAgainMs);
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
  // Prevents an unhandled rejection if no call waits.
  lost.promise.catch(() => undefined);
  let heard = toldIn(stream);
  let next = Promise.withResolvers<void>();
  const hear = ({ event, data }: EventSourceMessage): void => {
    events.emit(event as EventName, JSON.parse(data));
    heard += 1;
    next.resolve();
    next = Promise.withResolvers();
  };
  // Callers receive `local/closed` instead of the stream error, and can connect to another core.
  void follow(stream.body, hear)
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
      const outcome = await outcomeIn(answer);
      // Delivers events sent before the response first.
      while (heard < toldIn(answer)) await Promise.race([next.promise, lost.promise]);
      return openedOutcome<CallResult<Name>>(outcome);
    },
    on: (name, listener) => events.on(name, listener),
    lost: lost.promise,
    close: () => void pool.destroy(),
  };
}

async function follow(
  body: Dispatcher.ResponseData['body'],
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const parser = createParser({ onEvent, maxBufferSize: longestEvent });
  for await (const text of body.setEncoding('utf8')) parser.feed(String(text));
}

function toldIn({ headers }: Dispatcher.ResponseData): number {
  return Number(headers[toldHeader]);
}

/** Checks only the shape: both processes have the same version. Throws `local/garbled` and `local/closed`. */
async function outcomeIn({ body }: Dispatcher.ResponseData): Promise<Outcome<unknown>> {
  const text = await body.text().catch((cause: unknown) => {
    throw localErrors.closed({}, { cause });
  });
  try {
    const outcome: unknown = JSON.parse(text);
    if (typeof outcome === 'object' && outcome !== null && 'ok' in outcome)
      return outcome as Outcome<unknown>;
  } catch (cause) {
    throw localErrors.garbled({}, { cause });
  }
  throw localErrors.garbled({});
}

/** The result has the type of the contract, because the bridge has the same version. */
function openedOutcome<Value>(outcome: Outcome<unknown>): Value {
  if (!outcome.ok) throw new CodedError(outcome, { details: outcome.details ?? {} });
  return outcome.value as Value;
}

/** Errors of a listener are uncaught exceptions of its process, not errors of the connection. */
function createEvents(): Events<BridgeEvents> {
  return new Events({
    error: (_, fields) =>
      queueMicrotask(() => {
        throw fields?.['error'];
      }),
  });
}
