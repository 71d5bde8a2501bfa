/** A core to work with from the outside: one's own, or the one that owns the data folder. */
import { connect, type Socket } from 'node:net';
import type {
  BridgeEvents,
  CallArguments,
  CallName,
  CallResult,
  EventName,
} from '../../../preload/contract.ts';
import { CodedError, Events, type Outcome } from '../../core.ts';
import type { BridgeHost } from '../bridge.ts';
import { doorErrors } from './errors.ts';
import { readLines, writeLine } from './lines.ts';
import { isTelling, type Telling } from './messages.ts';
import { readPlace } from './place.ts';

export type Desk = {
  /** The value of the answer; throws its failure, and `door/closed` when the core is gone. */
  call<Name extends CallName>(name: Name, values: CallArguments<Name>): Promise<CallResult<Name>>;
  /** Listens; the returned function stops listening. */
  on<Name extends EventName>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
  /** Rejects with `door/closed` when the core is gone; otherwise never settles. */
  readonly lost: Promise<never>;
  leave(): void;
};

/** The core of this process. */
export function ownDesk(bridge: BridgeHost): Desk {
  const events = createEvents();
  return {
    call: async (name, values) => openedOutcome(await bridge.call(name, values)),
    on: (name, listener) => events.on(name, listener),
    lost: new Promise(() => undefined),
    leave: bridge.onEvent((name, value) => events.emit(name, value)),
  };
}

/**
 * The core of the Slipway that owns a data folder; null when none can be visited. Throws `door/otherVersion` and
 * `door/refused`.
 */
export async function visit(dataDir: string, version: string): Promise<Desk | null> {
  const place = await readPlace(dataDir);
  const socket = place && (await connected(place.address));
  if (!place || !socket) return null;
  const desk = deskAt(socket);
  writeLine(socket, { token: place.token, version });
  try {
    openedOutcome(await desk.greeted);
    return desk;
  } catch (error) {
    desk.leave();
    if (error instanceof CodedError && error.code === 'door/closed') return null;
    throw error;
  }
}

function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    // Whoever left the address is gone: nobody is there to be visited.
    socket.once('error', () => resolve(null));
    socket.once('connect', () => resolve(socket));
  });
}

function deskAt(socket: Socket): Desk & { readonly greeted: Promise<Outcome<unknown>> } {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  const events = createEvents();
  const lost = Promise.withResolvers<never>();
  // Nobody may be waiting when the core ends.
  lost.promise.catch(() => undefined);
  let lastId = -1;
  const answerTo = (id: number): Promise<Outcome<unknown>> =>
    Promise.race([
      new Promise<Outcome<unknown>>((resolve) => {
        waiting.set(id, resolve);
      }),
      lost.promise,
    ]);
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const hear = (telling: Telling): void => {
    if ('event' in telling) events.emit(telling.event, telling.value);
    else {
      waiting.get(telling.id)?.(telling.outcome);
      waiting.delete(telling.id);
    }
  };
  const greeted = answerTo(nextId());
  readLines(socket, (message) => {
    if (!isTelling(message)) throw doorErrors.garbled({});
    hear(message);
  });
  // What broke the connection is said to those who wait for an answer: the work goes on with another core.
  socket.on('error', () => undefined);
  socket.on('close', () => lost.reject(doorErrors.closed({})));
  return {
    greeted,
    call: async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
      const id = nextId();
      const answer = answerTo(id);
      writeLine(socket, { id, name, values });
      return openedOutcome<CallResult<Name>>(await answer);
    },
    on: (name, listener) => events.on(name, listener),
    lost: lost.promise,
    leave: () => socket.destroy(),
  };
}

/** Answers are what the contract says: the bridge of the same version gave them. */
function openedOutcome<Value>(outcome: Outcome<unknown>): Value {
  if (!outcome.ok) throw new CodedError(outcome);
  return outcome.value as Value;
}

/** A listener that fails is a bug of the program that listens, not of the connection. */
function createEvents(): Events<BridgeEvents> {
  return new Events((error) =>
    queueMicrotask(() => {
      throw error;
    }),
  );
}
