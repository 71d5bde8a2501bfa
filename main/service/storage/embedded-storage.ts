import { join } from 'node:path';
import { openDatabase } from '../../base/database.ts';
import type { Log } from '../../base/log.ts';
import { openBlobs } from './embedded-blobs.ts';
import { isBlobUsed } from './embedded-builds.ts';
import { embeddedIdentity } from './embedded-identity.ts';
import { embeddedLinks } from './embedded-links.ts';
import { embeddedMail } from './embedded-mail.ts';
import { embeddedPeople } from './embedded-people.ts';
import { embeddedStore } from './embedded-store.ts';
import { embeddedTesting } from './embedded-testing.ts';
import { serviceMigrations } from './schema.ts';
import type { Storage } from './storage.ts';

/**
 * SQLite and files under `folder`. Whoever calls owns the folder alone: what a crash left behind is swept first.
 * Throws `database/unreadable`, `database/newer`.
 */
export async function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  const database = openDatabase(join(folder, 'service.db'), serviceMigrations);
  try {
    const blobs = await openBlobs(folder);
    const swept = await blobs.sweep((sha256) => isBlobUsed(database, sha256));
    if (swept.uploads + swept.blobs > 0) log.warn('Removed what an interrupted upload left', swept);
    return {
      identity: embeddedIdentity(database),
      testing: embeddedTesting(database, blobs),
      store: embeddedStore(database, blobs),
      links: embeddedLinks(database),
      people: embeddedPeople(database),
      mail: embeddedMail(database),
      blobs,
      close: async () => blobs.alone(async () => database.close()),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
