import { stat } from 'node:fs/promises';
import { databaseErrors, sqliteProblem } from '../../base/database/database.ts';
import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import {
  locationOfBuilds,
  openBackends,
  type StorageBackends,
  type StorageLocations,
  sqlitePath,
} from './backends.ts';
import { copyBuilds } from './copy-builds.ts';
import { newObjectName } from './object-names.ts';
import { setServiceState } from './ownership.ts';
import {
  containsService,
  copiedTables,
  copyRecords,
  haveSameRecords,
  type RecordedBuild,
  recordedBuilds,
} from './sql/copy-records.ts';
import type { Sql } from './sql/sql.ts';

export type CopyProgress = {
  readonly builds: number;
  readonly buildsDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Records copied so far. They are copied after all builds and become visible in a single commit. */
  readonly rows: number;
};

export type CopyReport = {
  readonly builds: {
    readonly copied: number;
    /** Builds that an earlier run has copied and verified. */
    readonly existing: number;
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

/** One connection for the copy lock, one for a transaction, and two to record builds. */
const maxConnections = 4;

/** Maximum number of builds that an error names; the log names all. */
const maxNamedBuilds = 20;

/**
 * Copies a complete service into an empty storage. Ids, links and times are preserved, and the destination
 * does not reuse ids of the source. Sign-in tokens, failed sign-in counts, the request log and the outbox
 * folder are not copied.
 *
 * Copies builds first and verifies their SHA-256, then copies all records in one transaction. Until then
 * `openStorage` refuses the destination. An interrupted copy continues on the next call. The source is only
 * read, apart from a schema migration.
 *
 * An embedded source must not be running. The records of a shared source are a snapshot. Queued mail is
 * queued in both afterwards, so only one service should run.
 *
 * Throws `service/copyNoSource`, `service/copySameTarget`, `service/copyInUse`, `service/copyRunning`,
 * `service/copyDamaged`, the errors of `openStorage`, `service/full`, `database/full` and the abort reason of
 * `signal`.
 */
export async function copyStorage(
  from: StorageLocations,
  to: StorageLocations,
  options: CopyOptions,
): Promise<CopyReport> {
  if (!(await mayContainService(from))) throw serviceErrors.copyNoSource({ location: locationOf(from) });
  const location = await locationOfBuilds(from.builds);
  if (location === (await locationOfBuilds(to.builds))) throw serviceErrors.copySameTarget({ location });
  try {
    return await withBackends(from, options.log, async (source) => {
      if (!(await containsService(source.database)))
        throw serviceErrors.copyNoSource({ location: locationOf(from) });
      return withBackends(to, options.log, async (target) => {
        const report = await target.database.exclusive('copy', () => copyBackends(source, target, options));
        if (report === 'occupied') throw serviceErrors.copyInUse({ location: locationOf(to) });
        if (report === null) throw serviceErrors.copyRunning({ location: locationOf(to) });
        return report;
      });
    });
  } catch (error) {
    throw toUnreadableError(error, [from, to]);
  }
}

async function withBackends<Result>(
  { database, builds }: StorageLocations,
  log: Log,
  work: (parts: StorageBackends) => Promise<Result>,
): Promise<Result> {
  const records = 'folder' in database ? database : { ...database, maxConnections };
  const parts = await openBackends({ database: records, builds }, log);
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

async function copyBackends(
  source: StorageBackends,
  target: StorageBackends,
  { log, signal = new AbortController().signal, onProgress }: CopyOptions,
): Promise<CopyReport | 'occupied'> {
  if (await containsService(target.database)) return earlierReport(source, target, signal);
  await setServiceState(target.database, 'copying');
  if (target.isExclusive) await target.objects.abortUnfinished(Number.POSITIVE_INFINITY, target.serviceId);
  const totals = { copied: 0, bytes: 0 };
  let existing: number | null = null;
  // Repeats the copy for builds that a shared source receives during the copy.
  for (;;) {
    const recorded = await recordedBuilds(source.database);
    const existingHashes = await buildsIn(target);
    const missing = recorded.filter(({ sha256 }) => !existingHashes.has(sha256));
    existing ??= recorded.length - missing.length;
    let progress: CopyProgress = {
      builds: recorded.length,
      buildsDone: recorded.length - missing.length,
      bytes: sizeOf(recorded),
      bytesDone: sizeOf(recorded) - sizeOf(missing),
      rows: 0,
    };
    const reportProgress = (change: Partial<CopyProgress>): void => {
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
        totals.bytes += bytes;
        reportProgress({ bytesDone: progress.bytesDone + bytes });
      },
      onBuild: () => {
        totals.copied += 1;
        reportProgress({ buildsDone: progress.buildsDone + 1 });
      },
    });
    await throwIfDamaged(source.database, bad);
    const rows = await copyRecords(source.database, target.database, {
      signal,
      onRows: (count) => reportProgress({ rows: count }),
    });
    if (rows === 'occupied') return rows;
    if (rows !== 'missing-builds') return { builds: { ...totals, existing }, rows };
  }
}

/** Returns the report of an earlier complete run, or `occupied` if the records differ. */
async function earlierReport(
  source: StorageBackends,
  target: StorageBackends,
  signal: AbortSignal,
): Promise<CopyReport | 'occupied'> {
  const existingHashes = await buildsIn(target);
  return source.database.snapshot(async (sql) => {
    const recorded = await recordedBuilds(sql);
    const isComplete = recorded.every(({ sha256 }) => existingHashes.has(sha256));
    if (!isComplete || !(await haveSameRecords(sql, target.database, signal))) return 'occupied';
    const rows = Object.fromEntries(copiedTables.map(({ name }) => [name, 0]));
    return { builds: { copied: 0, existing: recorded.length, bytes: 0 }, rows };
  });
}

/** Returns the hashes of recorded builds whose objects exist. */
async function buildsIn({ database, objects }: StorageBackends): Promise<ReadonlySet<string>> {
  const blobs = await database.rows<readonly [sha256: string, object: string]>(
    'SELECT sha256, object FROM blobs',
  );
  const names = new Set<string>();
  if (blobs.length > 0) for await (const { name } of objects.list()) names.add(name);
  return new Set(blobs.filter(([, object]) => names.has(object)).map(([sha256]) => sha256));
}

/** Records a blob. Replaces an existing row, because its object is missing. */
async function recordBlob({ database }: StorageBackends, sha256: string, object: string): Promise<void> {
  await database.run(
    'INSERT INTO blobs (sha256, object) VALUES (?, ?) ON CONFLICT (sha256) DO UPDATE SET object = excluded.object',
    sha256,
    object,
  );
}

/** Throws `service/copyDamaged` unless all bad builds have since been removed from the source. */
export async function throwIfDamaged(source: Sql, bad: readonly RecordedBuild[]): Promise<void> {
  if (bad.length === 0) return;
  const objects = new Map((await recordedBuilds(source)).map(({ sha256, object }) => [sha256, object]));
  const damaged = bad.filter(({ sha256, object }) => objects.get(sha256) === object);
  if (damaged.length === 0) return;
  const builds = damaged.slice(0, maxNamedBuilds).map(({ fileName, sha256 }) => `${fileName} (${sha256})`);
  if (damaged.length > maxNamedBuilds) builds.push('…');
  throw serviceErrors.copyDamaged({ builds, count: damaged.length });
}

const sizeOf = (builds: readonly RecordedBuild[]): number =>
  builds.reduce((sum, { fileSize }) => sum + fileSize, 0);

/** Returns false for a folder without a database, because opening it would create one. */
async function mayContainService({ database }: StorageLocations): Promise<boolean> {
  if (!('folder' in database)) return true;
  return stat(sqlitePath(database.folder)).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

function locationOf({ database }: StorageLocations): string {
  if ('folder' in database) return database.folder;
  const url = URL.parse(database.url);
  return url ? `${url.host}${url.pathname}` : 'PostgreSQL';
}

/** Returns `database/unreadable` if SQLite reported a damaged file, otherwise `error` itself. */
function toUnreadableError(error: unknown, locations: readonly StorageLocations[]): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (sqliteProblem(cause).kind !== 'damaged') continue;
    const [database] = locations.flatMap(({ database }) => ('folder' in database ? [database] : []));
    return databaseErrors.unreadable({ path: sqlitePath(database?.folder ?? '') }, { cause: error });
  }
  return error;
}
