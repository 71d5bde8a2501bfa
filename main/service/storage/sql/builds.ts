import type { Log } from '../../../base/log/log.ts';
import { serviceErrors } from '../../errors.ts';
import { newObjectName } from '../object-names.ts';
import type { ObjectStore, ObjectWriter } from '../objects.ts';
import type { BuildRecord, InstallFacts } from '../records.ts';
import type { BlobStorage, NewBuild, StoredBlob, StoredFile, StoredIcon } from '../storage.ts';
import type { BlobUpload } from '../upload-storage.ts';
import type { Sql, SqlDatabase, SqlValue } from './sql.ts';

export const buildColumns =
  'kind, platform, package_id, version_name, build, min_os, file_name, file_size, sha256, install_facts';

export const selectBuildColumns = `kind, platform, package_id AS "packageId", version_name AS "versionName", build,
  min_os AS "minOs", file_name AS "fileName", file_size AS "fileSize", sha256, install_facts AS "installFactsJson"`;

export type BuildRow = Omit<BuildRecord, 'installFacts'> & {
  /** JSON; null for builds uploaded to earlier versions of Slipway. */
  readonly installFactsJson: string | null;
};

/** Returns the values in the order of `buildColumns`. */
export function buildValues(build: BuildRecord): readonly SqlValue[] {
  return [
    build.kind,
    build.platform,
    build.packageId,
    build.versionName,
    build.build,
    build.minOs,
    build.fileName,
    build.fileSize,
    build.sha256,
    build.installFacts ? JSON.stringify(build.installFacts) : null,
  ];
}

export function withInstallFacts<Row extends BuildRow>({ installFactsJson, ...row }: Row) {
  return installFactsJson === null
    ? row
    : { ...row, installFacts: JSON.parse(installFactsJson) as InstallFacts };
}

/** Records of builds with their objects. Each recorded hash has exactly one object. */
export type Builds = {
  readonly blobs: BlobStorage;
  /** Records a build in one transaction. Discards the upload if `record` returns null or throws. */
  record<Result extends { readonly id: number }>(
    build: NewBuild,
    record: (sql: Sql) => Promise<Result | null>,
  ): Promise<Result | null>;
  /** Records a part of a resumable upload. Discards the part if `record` returns false or throws. */
  recordPart(part: BlobUpload, record: (sql: Sql, object: string) => Promise<boolean>): Promise<boolean>;
  readObject: ObjectStore['read'];
  /** Runs `removal`, which returns the hashes of removed records, then removes blobs that are now unused. */
  remove(
    removal: (sql: Sql) => Promise<{ readonly removed: boolean; readonly hashes: readonly string[] }>,
  ): Promise<boolean>;
  /** Removes the objects of removed builds after their grace period, at most `limit`. */
  removeLeftovers(limit?: number): Promise<void>;
  /**
   * Returns an instance for the same objects that changes records in transactions of `database`, and calls
   * `onRecorded` with the id of each new record, in the same transaction.
   */
  withDatabase(database: SqlDatabase, onRecorded?: OnRecorded): Builds;
};

export type OnRecorded = (sql: Sql, id: number) => Promise<void>;

type PendingUpload = { readonly name: string; readonly writer: ObjectWriter; isFinished: boolean };

const sha256Pattern = /^[0-9a-f]{64}$/;

export type BuildOptions = {
  readonly serviceId: string;
  /** Time for which the object of a removed build is kept, so that running downloads can finish. */
  readonly graceMs: number;
  readonly redirects: boolean;
};

export function createBuilds(
  database: SqlDatabase,
  objects: ObjectStore,
  { serviceId, graceMs, redirects }: BuildOptions,
  log: Log,
): Builds {
  const { blobs, incoming: pendingUploads } = receivedBlobs(database, objects, { serviceId, redirects });
  const removeLeftovers = async (limit = Number.MAX_SAFE_INTEGER): Promise<void> => {
    const due = `SELECT object FROM leftovers WHERE since <= ${database.clock} - ? LIMIT ?`;
    for (const [object] of await database.rows<readonly [object: string]>(due, graceMs, limit)) {
      try {
        await objects.remove(object);
        await database.run('DELETE FROM leftovers WHERE object = ?', object);
      } catch (error) {
        log.warn('Could not remove an unused build', { object, error });
      }
    }
  };
  /** Runs `record` in a transaction. Keeps the object only if a record refers to it. */
  const recordObject = async <Result>(
    records: SqlDatabase,
    received: BlobUpload,
    record: (sql: Sql, name: string) => Promise<{ readonly result: Result; readonly isNamed: boolean }>,
  ): Promise<Result> => {
    const upload = pendingUploads.get(received);
    if (!upload?.isFinished) throw new TypeError('Only a finished upload of this storage can be recorded.');
    const { name, writer } = upload;
    let isNamed = false;
    try {
      const outcome = await records.transaction((sql) => record(sql, name));
      isNamed = outcome.isNamed;
      return outcome.result;
    } catch (error) {
      // The transaction may have been committed even if its response was lost.
      const statement =
        'SELECT 1 FROM blobs WHERE object = ? UNION ALL SELECT 1 FROM upload_parts WHERE object = ?';
      isNamed = await database.get(statement, name, name).then(Boolean, () => true);
      throw error;
    } finally {
      await (isNamed ? writer.keep() : writer.discard());
    }
  };
  const createOn = (records: SqlDatabase, onRecorded: OnRecorded = async () => undefined): Builds => ({
    blobs,
    record: (build, record) =>
      recordObject(records, build.upload, async (sql, name) => {
        const result = await record(sql);
        if (result === null) return { result, isNamed: false };
        await onRecorded(sql, result.id);
        return { result, isNamed: await recordBlob(sql, build, name) };
      }),
    recordPart: (part, record) =>
      recordObject(records, part, async (sql, name) => {
        const isNamed = await record(sql, name);
        return { result: isNamed, isNamed };
      }),
    readObject: (name, range) => objects.read(name, range),
    remove: async (removal) => {
      const removed = await records.transaction(async (sql) => {
        const { removed, hashes } = await removal(sql);
        for (const sha256 of new Set(hashes)) await removeUnusedBlob(sql, sha256);
        return removed;
      });
      if (graceMs === 0) await removeLeftovers();
      return removed;
    },
    removeLeftovers,
    withDatabase: createOn,
  });
  return createOn(database);
}

function receivedBlobs(
  database: SqlDatabase,
  objects: ObjectStore,
  { serviceId, redirects }: Pick<BuildOptions, 'serviceId' | 'redirects'>,
) {
  const findObject = async (sha256: string): Promise<string | null> => {
    if (!sha256Pattern.test(sha256)) return null;
    const statement = 'SELECT object FROM blobs WHERE sha256 = ?';
    return (await database.get<{ object: string }>(statement, sha256))?.object ?? null;
  };
  const pendingUploads = new WeakMap<BlobUpload, PendingUpload>();
  const blobs: BlobStorage = {
    freeBytes: () => objects.freeBytes(),
    startUpload: async () => {
      const name = newObjectName(serviceId);
      const writer = await objects.create(name);
      const upload: PendingUpload = { name, writer, isFinished: false };
      const received: BlobUpload = {
        append: writer.append,
        finish: async () => {
          await writer.finish();
          upload.isFinished = true;
        },
        read: writer.read,
        discard: writer.discard,
      };
      pendingUploads.set(received, upload);
      return received;
    },
    builds: (sha256) => {
      const columns = 'platform, package_id AS "packageId", file_size AS "fileSize"';
      const statement = `SELECT ${columns} FROM versions WHERE sha256 = ?
        UNION SELECT ${columns} FROM store_items WHERE sha256 = ?`;
      return database.all<StoredBlob>(statement, sha256, sha256);
    },
    newest: async ({ platform, packageId }) => {
      const columns = 'sha256, file_name AS "fileName", file_size AS "fileSize"';
      const ofApp = 'WHERE package_id = ? AND platform = ?';
      const statement = `SELECT ${columns}, uploaded_at AS at FROM versions ${ofApp}
        UNION ALL SELECT ${columns}, created_at AS at FROM store_items ${ofApp} ORDER BY at DESC LIMIT 1`;
      const app = [packageId, platform] as const;
      return (await database.get<StoredFile>(statement, ...app, ...app)) ?? null;
    },
    read: async (sha256, range) => {
      const object = await findObject(sha256);
      return object === null ? null : objects.read(object, range);
    },
    downloadUrl: async (sha256, link) => {
      const object = redirects && objects.link ? await findObject(sha256) : null;
      return object === null ? null : (objects.link?.(object, link) ?? null);
    },
  };
  return { blobs, incoming: pendingUploads };
}

/** Returns true if the blob now refers to `object`, false if a blob with this hash already exists. */
async function recordBlob(
  sql: Sql,
  { sha256, icon, partHashes }: NewBuild,
  object: string,
): Promise<boolean> {
  if (icon) await upsertIcon(sql, sha256, icon);
  const insertHashes = 'INSERT INTO part_hashes (sha256, hashes) VALUES (?, ?) ON CONFLICT DO NOTHING';
  if (partHashes) await sql.run(insertHashes, sha256, JSON.stringify(partHashes));
  const statement = 'INSERT INTO blobs (sha256, object) VALUES (?, ?) ON CONFLICT DO NOTHING';
  return (await sql.run(statement, sha256, object)) > 0;
}

/**
 * Throws `service/otherPackage` if all builds of `owner` for this platform have another package id, ignoring
 * case. Must run in the transaction of the change.
 */
export async function checkPackage(
  sql: Sql,
  builds: 'versions WHERE application_id' | 'store_items WHERE profile_id',
  owner: number,
  { platform, packageId }: Pick<BuildRecord, 'platform' | 'packageId'>,
): Promise<void> {
  const statement = `SELECT DISTINCT package_id FROM ${builds} = ? AND platform = ?`;
  const ids = (await sql.rows<readonly [id: string]>(statement, owner, platform)).flat();
  const [existing] = ids;
  if (existing === undefined || ids.some((id) => id.toLowerCase() === packageId.toLowerCase())) return;
  throw serviceErrors.otherPackage({ existing, packageId });
}

async function upsertIcon(sql: Sql, sha256: string, { type, bytes }: StoredIcon): Promise<void> {
  await sql.run(
    `INSERT INTO icons (sha256, type, bytes) VALUES (?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET type = excluded.type, bytes = excluded.bytes`,
    sha256,
    type,
    bytes,
  );
}

/** Selects blobs without a record. They exist only in an incomplete copy of a service. */
export const selectUnusedBlobs = `SELECT object, sha256 FROM blobs
  WHERE NOT EXISTS (SELECT 1 FROM versions WHERE versions.sha256 = blobs.sha256)
  AND NOT EXISTS (SELECT 1 FROM store_items WHERE store_items.sha256 = blobs.sha256)`;

/** Removes an unreferenced build's blob, icon and part hashes. Its object becomes a leftover. */
export async function removeUnusedBlob(sql: Sql, sha256: string): Promise<void> {
  const used = await sql.get(
    'SELECT 1 FROM versions WHERE sha256 = ? UNION ALL SELECT 1 FROM store_items WHERE sha256 = ? LIMIT 1',
    sha256,
    sha256,
  );
  if (used) return;
  for (const table of ['icons', 'part_hashes'])
    await sql.run(`DELETE FROM ${table} WHERE sha256 = ?`, sha256);
  const freed = await sql.get<{ object: string }>(
    'DELETE FROM blobs WHERE sha256 = ? RETURNING object',
    sha256,
  );
  const statement = `INSERT INTO leftovers (object, since) VALUES (?, ${sql.clock})`;
  if (freed) await sql.run(statement, freed.object);
}
