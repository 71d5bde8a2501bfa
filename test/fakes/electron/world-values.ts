/**
 * Copies values between two worlds, as Electron's context bridge does
 * (shell/renderer/api/electron_api_context_bridge.cc). Functions, symbols, promises and elements are replaced
 * by a substitute, always the same for the same value.
 */

/** A value with all nested values, each in one row. Rows refer to each other by index. */
export type Rows = readonly Row[];
export type Row = readonly [kind: string, value?: unknown, more?: unknown];

export type WorldValues = {
  pack(value: unknown): Rows;
  unpack(rows: Rows, freeze: boolean): unknown;
  /** Returns a function that this world has passed to the other. */
  functionOf(id: number): (...values: unknown[]) => unknown;
  /** Settles a promise of the other world. */
  settlePromise(id: number, outcome: Rows, failed: boolean): void;
  messageOf(error: unknown): string;
};

export type WorldCalls = {
  call(id: number, values: Rows): unknown;
  settled(id: number, outcome: () => unknown): void;
  /** Passes an element to the other world, where `nodeOf` returns it by this number. */
  passNode(node: Node): number;
  nodeOf(id: number): unknown;
};

/** Must not use anything outside of this function, because its source runs in pages. */
export function worldValues(calls: WorldCalls): WorldValues {
  const { Promise: OwnPromise, Object: O, Array: A, Error: E, Map: M, Symbol: S } = globalThis;
  type Shared = ((...values: unknown[]) => unknown) | symbol;
  const maxDepth = 1000;
  /** Maps by id and by value. `own`: sent to the other world; `foreign`: substitutes of received values. */
  const own = new M<number, Shared>();
  const ids = new M<Shared, number>();
  const foreign = new M<number, Shared>();
  const foreignIds = new M<Shared, number>();
  const waiting = new M<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;

  const messageOf = (error: unknown): string => {
    if (error instanceof E) return error.message;
    return typeof error === 'object' ? 'A valid exception was not thrown' : String(error);
  };
  const sharedRow = (value: Shared): Row => {
    const theirs = foreignIds.get(value);
    if (theirs !== undefined) return ['yours', theirs];
    const id = ids.get(value) ?? ++lastId;
    ids.set(value, id);
    own.set(id, value);
    return typeof value === 'symbol' ? ['symbol', id, value.description] : ['function', id];
  };
  const promised = (promise: Promise<unknown>): Row => {
    const id = ++lastId;
    promise.then(
      (value) => calls.settled(id, () => value),
      (error: unknown) =>
        calls.settled(id, () => {
          throw error;
        }),
    );
    return ['promise', id];
  };
  const pack = (value: unknown): Rows => {
    const rows: Row[] = [];
    const seen = new M<unknown, number>();
    const fieldsOf = (object: object, put: (item: unknown) => number) =>
      [...O.keys(object), ...O.getOwnPropertySymbols(object)].map((key) => [
        typeof key === 'symbol' ? put(key) : key,
        put((object as Record<PropertyKey, unknown>)[key]),
      ]);
    const rowOf = (item: unknown, put: (inner: unknown) => number): Row => {
      if (typeof item === 'function' || typeof item === 'symbol') return sharedRow(item as Shared);
      if (typeof item !== 'object' || item === null) return ['plain', item];
      if (item instanceof OwnPromise) return promised(item);
      if (item instanceof E) return ['error', item.message];
      if (item instanceof Node) return ['node', calls.passNode(item)];
      if (A.isArray(item)) return ['list', A.from(item, put)];
      if (O.prototype.toString.call(item) === '[object Object]') return ['object', fieldsOf(item, put)];
      try {
        return ['clone', structuredClone(item)];
      } catch {
        throw new E('An object could not be cloned.');
      }
    };
    const putAt =
      (depth: number) =>
      (item: unknown): number => {
        const known = seen.get(item);
        if (known !== undefined) return known;
        if (depth > maxDepth)
          throw new TypeError(
            `Electron contextBridge recursion depth exceeded.  Nested objects deeper than ${maxDepth} are not supported.`,
          );
        const index = rows.push(['plain']) - 1;
        if (typeof item === 'object' && item !== null) seen.set(item, index);
        rows[index] = rowOf(item, putAt(depth + 1));
        return index;
      };
    putAt(0)(value);
    return rows;
  };

  const foreignOf = (id: number, make: () => Shared): Shared => {
    const known = foreign.get(id) ?? make();
    foreign.set(id, known);
    foreignIds.set(known, id);
    return known;
  };
  const unpack = (rows: Rows, freeze: boolean): unknown => {
    const made = new M<number, unknown>();
    const keep = <Made>(index: number, value: Made): Made => {
      made.set(index, value);
      return value;
    };
    const simple: Record<string, (value: never, more: never) => unknown> = {
      plain: (value) => value,
      clone: (value) => value,
      error: (message: string) => new E(message),
      yours: (id: number) => own.get(id),
      symbol: (id: number, name: string | undefined) => foreignOf(id, () => S(name)),
      function: (id: number) =>
        foreignOf(
          id,
          () =>
            (...values) =>
              calls.call(id, pack(values)),
        ),
      promise: (id: number) => new OwnPromise((resolve, reject) => waiting.set(id, { resolve, reject })),
      node: (id: number) => calls.nodeOf(id),
    };
    const take = (index: number): unknown => {
      if (made.has(index)) return made.get(index);
      const [kind = '', value, more] = rows[index] ?? [];
      const plainly = simple[kind];
      if (plainly) return keep(index, plainly(value as never, more as never));
      if (kind === 'list') {
        const list: unknown[] = keep(index, []);
        for (const item of value as number[]) list.push(take(item));
        return freeze ? O.freeze(list) : list;
      }
      const object = keep<Record<PropertyKey, unknown>>(index, {});
      for (const [key, item] of value as [string | number, number][]) {
        // Assignment would not create a property named `__proto__`.
        const name = typeof key === 'number' ? (take(key) as symbol) : key;
        const field = { value: take(item), writable: true, enumerable: true, configurable: true };
        O.defineProperty(object, name, field);
      }
      return freeze ? O.freeze(object) : object;
    };
    return take(0);
  };

  return {
    pack,
    unpack,
    messageOf,
    functionOf: (id) => own.get(id) as (...values: unknown[]) => unknown,
    settlePromise: (id, outcome, failed) => {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      const value = unpack(outcome, false);
      if (failed) reject?.(new E(String(value)));
      else resolve?.(value);
    },
  };
}
