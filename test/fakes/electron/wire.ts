/** Serialises structured clones for messages between pages and main. */

export type WireCodec = {
  /** Throws the same errors as `structuredClone`. */
  encode(value: unknown): string;
  decode(text: string): unknown;
};

type Row = readonly [kind: string, ...parts: unknown[]];

/** Must not use anything outside of this function, because its source also runs in pages. */
export function wireCodec(): WireCodec {
  const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
    Object.prototype.toString.call(value) === '[object ArrayBuffer]';
  const toBase64 = (buffer: ArrayBuffer): string => {
    let text = '';
    for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const fromBase64 = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

  const primitive = (value: unknown): Row | null => {
    if (value === undefined) return ['undefined'];
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value !== 'number')
      return typeof value === 'object' && value !== null ? null : ['plain', value];
    return Number.isFinite(value) && !Object.is(value, -0)
      ? ['plain', value]
      : ['number', Object.is(value, -0) ? '-0' : String(value)];
  };
  const compound = (value: object, put: (item: unknown) => number): Row => {
    const fields = (): unknown[] => Object.entries(value).map(([key, item]) => [key, put(item)]);
    if (value instanceof Date) return ['date', value.getTime()];
    if (value instanceof RegExp) return ['expression', value.source, value.flags];
    if (value instanceof Map) return ['map', [...value].map(([key, item]) => [put(key), put(item)])];
    if (value instanceof Set) return ['set', [...value].map(put)];
    if (value instanceof Error) return ['error', value.name, value.message, value.stack];
    if (isArrayBuffer(value)) return ['buffer', toBase64(value)];
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteOffset, byteLength } = value;
      const own = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
      return ['view', value.constructor.name, toBase64(own)];
    }
    if (Array.isArray(value)) return ['list', value.map(put)];
    return ['object', fields()];
  };

  const encode = (value: unknown): string => {
    const rows: (Row | null)[] = [];
    const known = new Map<unknown, number>();
    const put = (item: unknown): number => {
      const index = known.get(item) ?? rows.length;
      if (index < rows.length) return index;
      rows.push(primitive(item));
      if (typeof item !== 'object' || item === null) return index;
      known.set(item, index);
      rows[index] = compound(item, put);
      return index;
    };
    put(structuredClone(value));
    return JSON.stringify(rows);
  };

  const decode = (text: string): unknown => {
    const rows = JSON.parse(text) as [string, ...unknown[]][];
    const made = new Map<number, unknown>();
    const keep = <Value>(index: number, value: Value): Value => {
      made.set(index, value);
      return value;
    };
    const views = {
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
    };
    const more = { Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView };
    const simple: Record<string, (first: never, second: never) => unknown> = {
      plain: (value) => value,
      undefined: () => undefined,
      number: (value) => Number(value),
      bigint: (value) => BigInt(value),
      date: (value) => new Date(value),
      expression: (source, flags) => new RegExp(source, flags),
      buffer: (value) => fromBase64(value),
      view: (name, value) => {
        const View = ({ ...views, ...more } as Record<string, new (buffer: ArrayBuffer) => unknown>)[name];
        return new (View ?? Uint8Array)(fromBase64(value));
      },
    };
    const take = (index: number): unknown => {
      if (made.has(index)) return made.get(index);
      const [kind = '', first, second, third] = rows[index] ?? [];
      const known = simple[kind];
      if (known) return keep(index, known(first as never, second as never));
      if (kind === 'error') {
        const error = new Error(second as string);
        return keep(index, Object.assign(error, { name: first, stack: third }));
      }
      if (kind === 'map') {
        const map = keep(index, new Map());
        for (const [key, item] of first as [number, number][]) map.set(take(key), take(item));
        return map;
      }
      if (kind === 'set') {
        const set = keep(index, new Set());
        for (const item of first as number[]) set.add(take(item));
        return set;
      }
      if (kind === 'list') {
        const list: unknown[] = keep(index, []);
        for (const item of first as number[]) list.push(take(item));
        return list;
      }
      const object: Record<string, unknown> = keep(index, {});
      for (const [key, item] of first as [string, number][]) object[key] = take(item);
      return object;
    };
    return take(0);
  };
  return { encode, decode };
}
