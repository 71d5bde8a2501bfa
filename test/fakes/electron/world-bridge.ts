/**
 * How the preload's world and the page's own exchange values: over events of the document they share, each value copied as
 * Electron's context bridge does it (shell/renderer/api/electron_api_context_bridge.cc). Neither ever holds an object of the other.
 */

export type WorldBridge = {
  /** Gives the other side an API as a global of this name; for the double's own use with the name ''. */
  expose(name: string, api: unknown): void;
};

/** Runs once in each world of a page, under the same `secret`. `onExposed` meets what the other side exposes. */
export function openWorldBridge(
  secret: string,
  side: 'page' | 'preload',
  onExposed: (name: string, api: unknown) => void,
): WorldBridge {
  type Parcel = { readonly kind: string; readonly value?: unknown; readonly id?: number };
  type Message = { readonly act: string; readonly [field: string]: unknown };
  type Settle = { resolve(value: unknown): void; reject(error: unknown): void };
  const { dispatchEvent, addEventListener } = globalThis;
  const {
    CustomEvent: Event,
    Promise: OwnPromise,
    Object: O,
    Array: A,
    Error: E,
    Map: M,
    Set: S,
  } = globalThis;
  const here = `${secret} ${side}`;
  const there = `${secret} ${side === 'page' ? 'preload' : 'page'}`;
  const functions = new M<number, (...values: unknown[]) => unknown>();
  const ids = new WeakMap<object, number>();
  const proxies = new M<number, object>();
  /** Proxies of the other side's functions: going back there they are the functions themselves. */
  const remote = new WeakMap<object, number>();
  const waiting = new M<number, Settle>();
  let lastId = 0;
  let answer: Parcel | null = null;

  const send = (message: Message): Parcel | null => {
    answer = null;
    dispatchEvent.call(globalThis, new Event(there, { detail: message }));
    return answer;
  };
  const idOf = (value: object): number => {
    const id = ids.get(value) ?? ++lastId;
    ids.set(value, id);
    return id;
  };
  const messageOf = (error: unknown): string => (error instanceof E ? error.message : String(error));

  const promised = (promise: Promise<unknown>): Parcel => {
    const id = ++lastId;
    promise.then(
      (value) => send({ act: 'settle', id, value: packed(value) }),
      (error: unknown) => send({ act: 'settle', id, value: { kind: 'thrown', value: messageOf(error) } }),
    );
    return { kind: 'promise', id };
  };
  const pack = (value: unknown, depth: number, parents: ReadonlySet<unknown>): Parcel => {
    if (depth > 1000)
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    if (typeof value === 'function') {
      const own = remote.get(value);
      if (own !== undefined) return { kind: 'yours', id: own };
      const id = idOf(value);
      functions.set(id, value as (...values: unknown[]) => unknown);
      return { kind: 'function', id };
    }
    if (typeof value === 'symbol') throw new E('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return { kind: 'plain', value };
    if (value instanceof OwnPromise) return promised(value);
    if (value instanceof E) return { kind: 'error', value: value.message };
    if (parents.has(value)) throw new TypeError('A cyclic object cannot cross the double’s context bridge.');
    const inside = new S([...parents, value]);
    if (A.isArray(value)) return { kind: 'list', value: value.map((item) => pack(item, depth + 1, inside)) };
    if (O.prototype.toString.call(value) !== '[object Object]')
      return { kind: 'clone', value: structuredClone(value) };
    const fields = O.keys(value).map((key) => [
      key,
      pack((value as Record<string, unknown>)[key], depth + 1, inside),
    ]);
    return { kind: 'object', value: fields };
  };
  const packed = (value: unknown): Parcel => pack(value, 0, new S());

  const functionOf = (id: number) =>
    function (this: unknown, ...values: unknown[]): unknown {
      const parcel = send({ act: 'call', id, values: values.map(packed) });
      if (parcel?.kind === 'thrown') throw new E(String(parcel.value));
      return parcel ? unpack(parcel, false) : undefined;
    };
  const unpack = ({ kind, value, id = 0 }: Parcel, freeze: boolean): unknown => {
    if (kind === 'plain' || kind === 'clone') return value;
    if (kind === 'error') return new E(String(value));
    if (kind === 'yours') return functions.get(id);
    if (kind === 'promise') return new OwnPromise((resolve, reject) => waiting.set(id, { resolve, reject }));
    if (kind === 'function') {
      const known = proxies.get(id) ?? functionOf(id);
      proxies.set(id, known);
      remote.set(known, id);
      return known;
    }
    const made =
      kind === 'list'
        ? (value as Parcel[]).map((item) => unpack(item, freeze))
        : O.fromEntries((value as [string, Parcel][]).map(([key, item]) => [key, unpack(item, freeze)]));
    return freeze ? O.freeze(made) : made;
  };

  const attempt = (work: () => unknown): Parcel => {
    try {
      return packed(work());
    } catch (error) {
      return { kind: 'thrown', value: messageOf(error) };
    }
  };
  const settle = ({ id, value }: { readonly id: number; readonly value: Parcel }): void => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (value.kind === 'thrown') reject?.(new E(String(value.value)));
    else resolve?.(unpack(value, false));
  };
  const acts: Record<string, (message: never) => void> = {
    answer: ({ value }: { value: Parcel }) => {
      answer = value;
    },
    call: ({ id, values }: { id: number; values: Parcel[] }) => {
      const value = attempt(() => functions.get(id)?.(...values.map((item) => unpack(item, false))));
      send({ act: 'answer', value });
    },
    settle,
    expose: ({ name, value }: { name: string; value: Parcel }) => {
      const done = attempt(() => onExposed(name, unpack(value, true)));
      send({ act: 'answer', value: done });
    },
  };
  addEventListener.call(globalThis, here, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    acts[message.act]?.(message as never);
  });
  return {
    expose: (name, api) => {
      const done = send({ act: 'expose', name, value: packed(api) });
      if (done?.kind === 'thrown') throw new E(String(done.value));
    },
  };
}
