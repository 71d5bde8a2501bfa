import type { Log } from '../../base/log/log.ts';
import { serviceErrors } from '../errors.ts';
import type { StorageBackends } from './backends.ts';
import { belongsTo, ownerMarkPrefix } from './object-names.ts';
import { verifyOwner } from './ownership.ts';
import type { SqlDatabase } from './sql/sql.ts';
import type { SweepReport } from './storage.ts';

/** Longer than any upload takes. A younger object may belong to an upload that has no record yet. */
const minAgeMs = 24 * 60 * 60_000;

/** Maximum fraction of the objects to remove unless `all` is set. One object may always be removed. */
const maxRemovedShare = 0.05;

/**
 * Removes unfinished uploads and objects without a record, and logs missing builds. Throws
 * `service/otherService`, `service/buildsMissing` or, if more than `maxRemovedShare` lack a record and `all`
 * is not set, `service/sweepTooMuch` before removing any object.
 */
export async function sweepObjects(
  { database, objects, serviceId }: Pick<StorageBackends, 'database' | 'objects' | 'serviceId'>,
  location: string,
  { all, ageMs = minAgeMs }: { readonly all: boolean; readonly ageMs?: number },
  log: Log,
): Promise<SweepReport> {
  if (!(await verifyOwner(objects, serviceId, location))) {
    throw serviceErrors.buildsMissing({ location, mark: `${ownerMarkPrefix}${serviceId}` });
  }
  const cutoff = (await currentTime(database)) - ageMs;
  const missing = new Map(
    await database.rows<readonly [object: string, sha256: string]>('SELECT object, sha256 FROM blobs'),
  );
  const uploads = await objects.abortUnfinished(cutoff, serviceId);
  let count = 0;
  const expired: string[] = [];
  for await (const { name, changedAt } of objects.list()) {
    if (!belongsTo(serviceId, name)) continue;
    count += 1;
    const isNamed = missing.delete(name);
    if (!isNamed && changedAt < cutoff) expired.push(name);
  }
  for (const sha256 of missing.values()) {
    const stillNamed = await database.get('SELECT 1 FROM blobs WHERE sha256 = ?', sha256);
    if (stillNamed) log.error('The file of a build is missing; upload the build again', { sha256 });
  }
  const unused = await unrecorded(database, expired);
  if (!all && unused.length > Math.max(1, count * maxRemovedShare)) {
    throw serviceErrors.sweepTooMuch({ unused: unused.length, count, location });
  }
  for (const name of unused) await objects.remove(name);
  if (uploads + unused.length > 0) {
    log.warn('Removed leftovers of interrupted uploads', { uploads, objects: unused.length });
  }
  return { uploads, objects: unused.length };
}

async function currentTime(database: SqlDatabase): Promise<number> {
  const row = await database.get<{ now: number }>(`SELECT ${database.clock} AS now`);
  return row?.now ?? 0;
}

/** Returns the names without a record. Excludes parts of uploads, and leftovers, which have a grace period. */
async function unrecorded(database: SqlDatabase, names: readonly string[]): Promise<readonly string[]> {
  const list = JSON.stringify(names);
  const recorded = await database.rows<readonly [object: string]>(
    `SELECT object FROM blobs WHERE object IN ${database.textList}
     UNION SELECT object FROM upload_parts WHERE object IN ${database.textList}
     UNION SELECT object FROM leftovers WHERE object IN ${database.textList}`,
    list,
    list,
    list,
  );
  const found = new Set(recorded.flat());
  return names.filter((name) => !found.has(name));
}
