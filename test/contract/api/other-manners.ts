/** How a service of other people writes what it has to say. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type Manner = {
  /** Spells a property's name. */
  readonly name: (name: string) => string;
  /** Writes a time; `turn` counts up, so that one answer may hold many forms. */
  readonly time: (time: Date, turn: number) => unknown;
  readonly number: (value: number) => unknown;
  readonly flag: (value: boolean) => unknown;
  /** Leaves out what is null or empty. */
  readonly sparse: boolean;
  /** Adds properties nobody has heard of. */
  readonly surplus: boolean;
  /** Wraps lists as `{_value, _links}` when link mode is asked for, never, always, or the wrong way round. */
  readonly lists: 'asked' | 'never' | 'always' | 'inverse';
  /** Where links lead; `foreign` is how a service behind a gateway knows itself. */
  readonly links: 'reference' | 'moved' | 'relative' | 'null' | 'none' | 'foreign';
  readonly activation: 'POST' | 'PUT' | 'GET';
  /** What a change is answered with. */
  readonly changes: 'whole' | '204' | '202' | 'blank' | 'null' | 'word' | 'page';
  /** `swallowed`: 202, and never seen again. */
  readonly creates: 'swallowed' | 'whole' | 'location' | 'pointer' | 'bare' | '204' | '202' | 'blank';
  readonly updates: 'json' | 'form';
  readonly byteOrderMark: boolean;
  readonly type: string;
  readonly packed: boolean;
  readonly inPieces: boolean;
  /** What it calls a package. */
  readonly packageName: (id: string) => string;
  /** Bytes in a unit of its sizes; null: it says 0. */
  readonly sizeUnit: number | null;
  /** The id it gives `turn` times after it was started, from 1. */
  readonly nextId: (turn: number) => number;
  /** Requests after which it shows a version it has taken. */
  readonly shownAfter: number;
};

export const pascal = (name: string): string =>
  name.replace(/^(_?)([a-z])/, (_, mark, first) => mark + first.toUpperCase());

/** The reference, to the letter. */
export const proper: Manner = {
  name: (name) => name,
  time: (time) => time.toISOString(),
  number: (value) => value,
  flag: (value) => value,
  sparse: false,
  surplus: false,
  lists: 'asked',
  links: 'reference',
  activation: 'POST',
  changes: 'whole',
  creates: 'whole',
  updates: 'json',
  byteOrderMark: false,
  type: 'application/json; charset=utf-8',
  packed: false,
  inPieces: false,
  packageName: (id) => id,
  sizeUnit: 1,
  nextId: (turn) => 20 + turn,
  shownAfter: 0,
};

const zoned = (time: Date, hours: number, zone: string): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString().slice(0, 19) + zone;

/** The same moment in many forms. */
export const timeForms: readonly ((time: Date) => unknown)[] = [
  (time) => time.toISOString().slice(0, 19),
  (time) => `${time.toISOString().slice(0, 19)}Z`,
  (time) => `${time.toISOString().slice(0, 19)}.0000000`,
  (time) => zoned(time, 2, '+02:00'),
  (time) => zoned(time, -7, '-0700'),
  (time) => zoned(time, 1, '+01'),
  (time) => time.toISOString().slice(0, 19).replace('T', ' '),
  (time) => time.toUTCString(),
  (time) => `/Date(${time.getTime()})/`,
  (time) => time.getTime(),
];

/** Properties that identify nothing and may be left out. */
const optional: ReadonlySet<string> = new Set([
  ...[
    'fileName',
    'releaseNote',
    'lastSendDateTimeUtc',
    'profileFiles',
    'profileMembers',
    'iconUrl',
    'lastProfile',
  ],
  ...[
    'profileDownloadHistories',
    'teamMembers',
    'isDeleted',
    'appUniqueId',
    'version',
    'ipaCustomUrl',
    'apkCustomUrl',
  ],
  ...[
    'shortDescription',
    'longDescription',
    'ipaVersion',
    'apkVersion',
    'userName',
    'password',
    'customUrl',
    'link',
  ],
  ...[
    'totalCount',
    'clickCount',
    'orderId',
    'hasiOSPlatform',
    'hasAndroidPlatform',
    'enableStaticAuht',
    'profile',
  ],
]);

/** A value of the service's own, as JSON in its manner. Times are `Date`s. */
export function written(value: unknown, manner: Manner, linked: boolean): unknown {
  let turn = 0;
  const wraps =
    manner.lists === 'asked' ? linked : manner.lists === 'inverse' ? !linked : manner.lists === 'always';
  const write = (item: unknown): unknown => {
    if (item instanceof Date) {
      turn += 1;
      return manner.time(item, turn);
    }
    if (typeof item === 'number') return manner.number(item);
    if (typeof item === 'boolean') return manner.flag(item);
    if (Array.isArray(item))
      return wraps
        ? { [manner.name('_value')]: item.map(write), [manner.name('_links')]: [] }
        : item.map(write);
    if (typeof item !== 'object' || item === null) return item;
    const fields = Object.entries(item)
      .filter(([name, inner]) => !(manner.sparse && optional.has(name) && isNothing(inner)))
      .filter(([name]) => name !== '_links' || (linked && manner.links !== 'none'))
      .map(([name, inner]) => [manner.name(name), name === '_links' ? writeLinks(inner) : write(inner)]);
    const surplus = manner.surplus
      ? [
          ['Tenant', { id: 'x', _value: 7, Deep: [[{}]] }],
          ['__type', 'Surplus'],
        ]
      : [];
    return Object.fromEntries([...surplus, ...fields]);
  };
  const writeLinks = (links: unknown): unknown =>
    (links as Record<string, unknown>[]).map((link) =>
      Object.fromEntries(Object.entries(link).map(([name, inner]) => [manner.name(name), inner])),
    );
  return write(value);
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function deliver(response: ServerResponse, status: number, json: unknown, manner: Manner): void {
  const text = (manner.byteOrderMark ? '\uFEFF' : '') + JSON.stringify(json);
  const bytes = manner.packed ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'content-type': manner.type,
    ...(manner.packed ? { 'content-encoding': 'gzip' } : {}),
    ...(manner.inPieces ? {} : { 'content-length': bytes.length }),
  });
  // Wine sends a thousand buffers at once, and no more.
  const piece = manner.inPieces ? Math.max(7, Math.ceil(bytes.length / 200)) : bytes.length;
  for (let at = 0; at < bytes.length; at += piece) response.write(bytes.subarray(at, at + piece));
  response.end();
}
