/**
 * Binds a database to its bucket or folder of builds. The database has a service id, and an owner mark
 * beside the builds has the same id. The service does not start if the ids differ, because its sweep would
 * remove another service's builds.
 *
 *   new ──mark written──▶ ready ──copy begins──▶ copying ──records copied──▶ ready
 */
import { serviceErrors } from '../errors.ts';
import { belongsTo, ownerMarkPrefix } from './object-names.ts';
import type { ObjectStore } from './objects.ts';
import type { Sql } from './sql/sql.ts';

type ServiceState = 'new' | 'copying' | 'ready';

type ServiceRow = { readonly id: string; readonly state: ServiceState };

export async function serviceRow(sql: Sql): Promise<ServiceRow> {
  const row = await sql.get<ServiceRow>('SELECT id, state FROM service');
  if (!row) throw new TypeError('The database has no service id.');
  return row;
}

export async function setServiceState(sql: Sql, state: ServiceState): Promise<void> {
  await sql.run('UPDATE service SET state = ?', state);
}

/**
 * Verifies that the builds belong to this database and returns the service id. Writes the owner mark of a new
 * database; instances may do so at the same time. Throws `service/otherService`, `noRecords`,
 * `buildsMissing`.
 */
export async function claimStore(sql: Sql, objects: ObjectStore, location: string): Promise<string> {
  const { id, state } = await serviceRow(sql);
  const isOwner = await verifyOwner(objects, id, location);
  if (!isOwner) {
    const mark = `${ownerMarkPrefix}${id}`;
    if (state === 'ready') throw serviceErrors.buildsMissing({ location, mark });
    for await (const { name } of objects.list()) {
      if (!belongsTo(id, name)) throw serviceErrors.noRecords({ location });
    }
    await objects.addOwner(id);
    // If another service added its owner mark at the same time, both refuse to start.
    await verifyOwner(objects, id, location).catch(async (error: unknown) => {
      await objects.removeOwner(id);
      throw error;
    });
  }
  if (state === 'new') await sql.run("UPDATE service SET state = 'ready' WHERE state = 'new'");
  return id;
}

/** Returns true if the owner mark is present. Throws `service/otherService` for another service's mark. */
export async function verifyOwner(objects: ObjectStore, id: string, location: string): Promise<boolean> {
  const owners = await objects.listOwners();
  const other = owners.find((owner) => owner !== id);
  if (other !== undefined) throw serviceErrors.otherService({ location, other, id });
  return owners.includes(id);
}
