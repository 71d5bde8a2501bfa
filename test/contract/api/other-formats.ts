/** Response formats of the independent service in other-service.ts. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type ResponseFormat = {
  /** Converts the name of a property. */
  readonly name: (name: string) => string;
  /** Serialises a time. `turn` increases with each time, so that one response can mix formats. */
  readonly time: (time: Date, turn: number) => unknown;
  readonly number: (value: number) => unknown;
  readonly flag: (value: boolean) => unknown;
  readonly omitsEmpty: boolean;
  readonly addsUnknown: boolean;
  /** Use of the list form `{_value, _links}`: `asked` in link mode only, `inverse` in plain mode only. */
  readonly lists: 'asked' | 'never' | 'always' | 'inverse';
  /** Targets of links. `foreign` is an internal host behind a gateway. */
  readonly links: 'reference' | 'moved' | 'relative' | 'null' | 'none' | 'foreign';
  readonly activation: 'POST' | 'PUT' | 'GET';
  /** Body of the response to a change. */
  readonly changes: 'whole' | '204' | '202' | 'blank' | 'null' | 'word' | 'page';
  /** Body of the response to an upload. `swallowed` returns 202 and discards the build. */
  readonly creates: 'swallowed' | 'whole' | 'location' | 'pointer' | 'bare' | '204' | '202' | 'blank';
  readonly updates: 'json' | 'form';
  readonly byteOrderMark: boolean;
  readonly type: string;
  readonly gzip: boolean;
  readonly chunked: boolean;
  /** Returns the package name for a package id. */
  readonly packageName: (id: string) => string;
  /** Unit of the reported file sizes in bytes; null to report 0. */
  readonly sizeUnit: number | null;
  /** Returns the id of a new record. `turn` counts the new records from 1. */
  readonly nextId: (turn: number) => number;
  /** Number of requests until a new version appears in lists. */
  readonly listedAfter: number;
};

export const pascal = (name: string): string =>
  name.replace(/^(_?)([a-z])/, (_, mark, first) => mark + first.toUpperCase());

export const referenceFormat: ResponseFormat = {
  name: (name) => name,
  time: (time) => time.toISOString(),
  number: (value) => value,
  flag: (value) => value,
  omitsEmpty: false,
  addsUnknown: false,
  lists: 'asked',
  links: 'reference',
  activation: 'POST',
  changes: 'whole',
  creates: 'whole',
  updates: 'json',
  byteOrderMark: false,
  type: 'application/json; charset=utf-8',
  gzip: false,
  chunked: false,
  packageName: (id) => id,
  sizeUnit: 1,
  nextId: (turn) => 20 + turn,
  listedAfter: 0,
};

const zoned = (time: Date, hours: number, zone: string): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString().slice(0, 19) + zone;

/** Ways to format the same time. */
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

/** Properties that a service may omit, because they do not identify a record. */
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

/** Serialises a value in the given format. Times in the value are `Date` objects. */
export function serialise(value: unknown, format: ResponseFormat, linked: boolean): unknown {
  let turn = 0;
  const wraps =
    format.lists === 'asked' ? linked : format.lists === 'inverse' ? !linked : format.lists === 'always';
  const write = (item: unknown): unknown => {
    if (item instanceof Date) {
      turn += 1;
      return format.time(item, turn);
    }
    if (typeof item === 'number') return format.number(item);
    if (typeof item === 'boolean') return format.flag(item);
    if (Array.isArray(item))
      return wraps
        ? { [format.name('_value')]: item.map(write), [format.name('_links')]: [] }
        : item.map(write);
    if (typeof item !== 'object' || item === null) return item;
    const fields = Object.entries(item)
      .filter(([name, inner]) => !(format.omitsEmpty && optional.has(name) && isNothing(inner)))
      .filter(([name]) => name !== '_links' || (linked && format.links !== 'none'))
      .map(([name, inner]) => [format.name(name), name === '_links' ? writeLinks(inner) : write(inner)]);
    const unknownFields = format.addsUnknown
      ? [
          ['Tenant', { id: 'x', _value: 7, Deep: [[{}]] }],
          ['__type', 'Surplus'],
        ]
      : [];
    return Object.fromEntries([...unknownFields, ...fields]);
  };
  const writeLinks = (links: unknown): unknown =>
    (links as Record<string, unknown>[]).map((link) =>
      Object.fromEntries(Object.entries(link).map(([name, inner]) => [format.name(name), inner])),
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

export function sendJson(
  response: ServerResponse,
  status: number,
  json: unknown,
  format: ResponseFormat,
): void {
  const text = (format.byteOrderMark ? '\uFEFF' : '') + JSON.stringify(json);
  const bytes = format.gzip ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'content-type': format.type,
    ...(format.gzip ? { 'content-encoding': 'gzip' } : {}),
    ...(format.chunked ? {} : { 'content-length': bytes.length }),
  });
  // Limits the number of chunks, because Wine sends at most a thousand buffers at once.
  const piece = format.chunked ? Math.max(7, Math.ceil(bytes.length / 200)) : bytes.length;
  for (let at = 0; at < bytes.length; at += piece) response.write(bytes.subarray(at, at + piece));
  response.end();
}
