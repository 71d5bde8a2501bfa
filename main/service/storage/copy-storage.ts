import { stat } from 'node:fs/promises';
import { databaseErrors, sqliteProblem } from '../../base/database/database.ts';
import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import { copyBuilds } from './copy-builds.ts';
import { newObjectName } from './object-names.ts';
import { setServiceState } from './ownership.ts';
import {
  copiedTables,
  copyRecords,
  haveSameRecords,
  holdsService,
  type RecordedBuild,
  recordedBuilds,
} from './sql/copy-records.ts';
import type { Sql } from './sql/sql.ts';
import {
  openParts,
  placeOfBuilds,
  type StorageParts,
  type StoragePlaces,
  sqlitePath,
} from './storage-parts.ts';

export type CopyProgress = {
  readonly builds: number;
  readonly buildsDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Records copied so far. They are copied after the builds and become visible in one commit. */
  readonly rows: number;
};

export type CopyReport = {
  readonly builds: {
    readonly copied: number;
    /** Copied and verified by an earlier run. */
    readonly alreadyThere: number;
    readonly bytes: number;
  };
  /** Copied records by table; all 0 if an earlier run was already complete. */
  readonly rows: Readonly<Record<string, number>>;
};

export type CopyOptions = {
  readonly log: Log;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
};

/** One for the copy lock, one for a transaction, and two to record builds. */
const connections = 4;

/** Maximum number of builds that an error names; the log names all. */
const namedBuilds = 20;

/**
 * Copies a complete service into an empty storage. Ids, links and times are preserved, and the destination
 * does not reuse ids of the source. Sign-in tokens, counts of failed sign-ins, the request log and the outbox
 * folder are not copied.
 *
 * Copies builds first and verifies their SHA-256, then copies all records in one transaction. Until then
 * `openStorage` refuses the destination. An interrupted copy continues on the next call. The source is only
 * read, apart from a schema migration.
 *
 * An embedded source must not be running. The records of a shared source are a snapshot. Queued mail is
 * queued in both afterwards, so only one of them should run.
 *
 * Throws `service/copyNoSource`, `service/copySamePlace`, `service/copyInUse`, `service/copyRunning`,
 * `service/copyDamaged`, the errors of `openStorage`, `service/full`, `database/full` and the abort reason of
 * `signal`.
 */
export async function copyStorage(
  from: StoragePlaces,
  to: StoragePlaces,
  options: CopyOptions,
): Promise<CopyReport> {
  if (!(await mayHoldService(from))) throw serviceErrors.copyNoSource({ place: placeOf(from) });
  const place = await placeOfBuilds(from.builds);
  if (place === (await placeOfBuilds(to.builds))) throw serviceErrors.copySamePlace({ place });
  try {
    return await withParts(from, options.log, async (source) => {
      if (!(await holdsService(source.database))) throw serviceErrors.copyNoSource({ place: placeOf(from) });
      return withParts(to, options.log, async (target) => {
        const report = await target.database.alone('copy', () => copyParts(source, target, options));
        if (report === 'taken') throw serviceErrors.copyInUse({ place: placeOf(to) });
        if (report === null) throw serviceErrors.copyRunning({ place: placeOf(to) });
        return report;
      });
    });
  } catch (error) {
    throw asUnreadable(error, [from, to]);
  }
}

async function withParts<Result>(
  { database, builds }: StoragePlaces,
  log: Log,
  work: (parts: StorageParts) => Promise<Result>,
): Promise<Result> {
  const records = 'folder' in database ? database : { ...database, connections };
  const parts = await openParts({ database: records, builds }, log);
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

async function copyParts(
  source: StorageParts,
  target: StorageParts,
  { log, signal = new AbortController().signal, onProgress }: CopyOptions,
): Promise<CopyReport | 'taken'> {
  if (await holdsService(target.database)) return earlierReport(source, target, signal);
  await setServiceState(target.database, 'copying');
  if (target.isOwn) await target.objects.removeUnfinished(Number.POSITIVE_INFINITY, target.serviceId);
  const done = { copied: 0, bytes: 0 };
  let alreadyThere: number | null = null;
  // A shared source may receive builds during the copy.
  for (;;) {
    const recorded = await recordedBuilds(source.database);
    const there = await buildsIn(target);
    const missing = recorded.filter(({ sha256 }) => !there.has(sha256));
    alreadyThere ??= recorded.length - missing.length;
    let progress: CopyProgress = {
      builds: recorded.length,
      buildsDone: recorded.length - missing.length,
      bytes: sizeOf(recorded),
      bytesDone: sizeOf(recorded) - sizeOf(missing),
      rows: 0,
    };
    const tell = (change: Partial<CopyProgress>): void => {
      progress = { ...progress, ...change };
      onProgress?.(progress);
    };
    const to = {
      objects: target.objects,
      nameOf: () => newObjectName(target.serviceId),
      onCopied: (sha256: string, object: string) => recordBlob(target, sha256, object),
    };
    const bad = await copyBuilds(source.objects, to, missing, {
      log,
      signal,
      onBytes: (bytes) => {
        done.bytes += bytes;
        tell({ bytesDone: progress.bytesDone + bytes });
      },
      onBuild: () => {
        done.copied += 1;
        tell({ buildsDone: progress.buildsDone + 1 });
      },
    });
    await refuseBad(source.database, bad);
    const rows = await copyRecords(source.database, target.database, {
      signal,
      onRows: (count) => tell({ rows: count }),
    });
    if (rows === 'taken') return rows;
    if (rows !== 'builds') return { builds: { ...done, alreadyThere }, rows };
  }
}

/** Returns the report of an earlier complete run, or 'taken' if the records differ. */
async function earlierReport(
  source: StorageParts,
  target: StorageParts,
  signal: AbortSignal,
): Promise<CopyReport | 'taken'> {
  const there = await buildsIn(target);
  return source.database.snapshot(async (sql) => {
    const recorded = await recordedBuilds(sql);
    const isWhole = recorded.every(({ sha256 }) => there.has(sha256));
    if (!isWhole || !(await haveSameRecords(sql, target.database, signal))) return 'taken';
    const rows = Object.fromEntries(copiedTables.map(({ name }) => [name, 0]));
    return { builds: { copied: 0, alreadyThere: recorded.length, bytes: 0 }, rows };
  });
}

/** Returns the hashes of recorded builds whose objects exist. */
async function buildsIn({ database, objects }: StorageParts): Promise<ReadonlySet<string>> {
  const blobs = await database.lists<readonly [sha256: string, object: string]>(
    'SELECT sha256, object FROM blobs',
  );
  const names = new Set<string>();
  if (blobs.length > 0) for await (const { name } of objects.list()) names.add(name);
  return new Set(blobs.filter(([, object]) => names.has(object)).map(([sha256]) => sha256));
}

/** Replaces an existing row, whose object is missing. */
async function recordBlob({ database }: StorageParts, sha256: string, object: string): Promise<void> {
  await database.run(
    'INSERT INTO blobs (sha256, object) VALUES (?, ?) ON CONFLICT (sha256) DO UPDATE SET object = excluded.object',
    sha256,
    object,
  );
}

/** Throws `service/copyDamaged` unless all bad builds have since been removed from the source. */
export async function refuseBad(source: Sql, bad: readonly RecordedBuild[]): Promise<void> {
  if (bad.length === 0) return;
  const objects = new Map((await recordedBuilds(source)).map(({ sha256, object }) => [sha256, object]));
  const lost = bad.filter(({ sha256, object }) => objects.get(sha256) === object);
  if (lost.length === 0) return;
  const builds = lost.slice(0, namedBuilds).map(({ fileName, sha256 }) => `${fileName} (${sha256})`);
  if (lost.length > namedBuilds) builds.push('…');
  throw serviceErrors.copyDamaged({ builds, count: lost.length });
}

const sizeOf = (builds: readonly RecordedBuild[]): number =>
  builds.reduce((sum, { fileSize }) => sum + fileSize, 0);

/** Returns false for a folder without a database, because opening it would create one. */
async function mayHoldService({ database }: StoragePlaces): Promise<boolean> {
  if (!('folder' in database)) return true;
  return stat(sqlitePath(database.folder)).then(
    (found) => found.isFile(),
    () => false,
  );
}

function placeOf({ database }: StoragePlaces): string {
  if ('folder' in database) return database.folder;
  const url = URL.parse(database.url);
  return url ? `${url.host}${url.pathname}` : 'PostgreSQL';
}

/** Returns `database/unreadable` if SQLite reported a damaged file, otherwise `error` itself. */
function asUnreadable(error: unknown, places: readonly StoragePlaces[]): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (sqliteProblem(cause).kind !== 'damaged') continue;
    const [database] = places.flatMap(({ database }) => ('folder' in database ? [database] : []));
    return databaseErrors.unreadable({ path: sqlitePath(database?.folder ?? '') }, { cause: error });
  }
  return error;
}
