import { join } from 'node:path';
import { type Database, openDatabase } from '../../base/database/database.ts';
import { lockFolder } from '../../base/files/lock.ts';
import type { Log } from '../../base/log/log.ts';
import { openBlobs } from './embedded-blobs.ts';
import { isBlobUsed } from './embedded-builds.ts';
import { embeddedIcons } from './embedded-icons.ts';
import { embeddedIdentity } from './embedded-identity.ts';
import { embeddedLinks } from './embedded-links.ts';
import { embeddedMail, freeTakenMail } from './embedded-mail.ts';
import { embeddedPeople } from './embedded-people.ts';
import { embeddedStore } from './embedded-store.ts';
import { embeddedTesting } from './embedded-testing.ts';
import { serviceMigrations } from './schema.ts';
import type { Storage } from './storage.ts';

/**
 * SQLite and files under `folder`, which is made if need be and owned until `close`. What a crash left behind is swept
 * first. Throws `lock/held`, `lock/unusable`, `database/unreadable`, `database/unusable`, `database/newer`.
 */
export async function openEmbeddedStorage(folder: string, log: Log): Promise<Storage> {
  const lock = lockFolder(folder);
  try {
    const database = openDatabase(join(folder, 'service.db'), serviceMigrations);
    const close = (): void => {
      database.close();
      lock.release();
    };
    try {
      return await assemble(folder, database, close, log);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function assemble(folder: string, database: Database, close: () => void, log: Log): Promise<Storage> {
  const blobs = await openBlobs(folder, log);
  const swept = await blobs.sweep((sha256) => isBlobUsed(database, sha256));
  if (swept.uploads + swept.blobs > 0) log.warn('Removed what an interrupted upload left', swept);
  freeTakenMail(database);
  return {
    identity: embeddedIdentity(database),
    testing: embeddedTesting(database, blobs),
    store: embeddedStore(database, blobs),
    links: embeddedLinks(database),
    people: embeddedPeople(database),
    mail: embeddedMail(database),
    blobs,
    icons: embeddedIcons(database),
    close: async () => blobs.alone(async () => close()),
  };
}
