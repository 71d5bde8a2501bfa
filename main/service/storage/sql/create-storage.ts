import { serviceErrors } from '../../errors.ts';
import type { AccessEntry } from '../../service-view.ts';
import type { PartHashes } from '../records.ts';
import type { IconStorage, PartHashStorage, RequestStorage, Storage, StoredIcon } from '../storage.ts';
import { createAccessTokenStorage } from './access-tokens.ts';
import type { Builds } from './builds.ts';
import { withCredential } from './credentials.ts';
import { devicesIn } from './devices.ts';
import { identityIn } from './identity.ts';
import { linksIn } from './links.ts';
import { mailIn } from './mail.ts';
import { peopleIn } from './people.ts';
import { checkQuota } from './quotas.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { storeIn } from './store.ts';
import { testingIn } from './testing.ts';
import { unsubscriptionsIn } from './unsubscriptions.ts';
import { recordResult, uploadsIn } from './uploads.ts';
import { usageIn } from './usage.ts';

export function createSqlStorage(
  database: SqlDatabase,
  builds: Builds,
): Omit<Storage, 'sweep' | 'check' | 'close'> {
  return {
    identity: identityIn(database),
    accessTokens: createAccessTokenStorage(database),
    testing: testingIn(database, builds),
    store: storeIn(database, builds),
    links: linksIn(database),
    people: peopleIn(database),
    devices: devicesIn(database),
    unsubscriptions: unsubscriptionsIn(database),
    mail: mailIn(database),
    poolState: () => database.connections(),
    blobs: builds.blobs,
    uploads: uploadsIn(database, builds),
    usage: () => usageIn(database),
    icons: iconsIn(database),
    partHashes: partHashesIn(database),
    requests: requestsIn(database),
    checkQuota: (use) => checkQuota(database, use),
    authorisedBy: (by, use, completes) => {
      const changed = withCredential(database, by, use);
      const recorded = builds.withDatabase(changed, async (sql, created) => {
        if (completes && !(await recordResult(sql, completes, { created }))) throw serviceErrors.noUpload({});
      });
      return { testing: testingIn(changed, recorded), store: storeIn(changed, recorded) };
    },
  };
}

function iconsIn(database: Sql): IconStorage {
  return {
    find: (sha256) => database.get<StoredIcon>('SELECT type, bytes FROM icons WHERE sha256 = ?', sha256),
  };
}

function partHashesIn(database: Sql): PartHashStorage {
  return {
    find: async (sha256) => {
      const statement = 'SELECT hashes FROM part_hashes WHERE sha256 = ?';
      const row = await database.get<{ hashes: string }>(statement, sha256);
      return row && (JSON.parse(row.hashes) as PartHashes);
    },
  };
}

function requestsIn(database: SqlDatabase): RequestStorage {
  return {
    add: (entries, maxEntries) =>
      database.transaction(async (sql) => {
        const statement = 'INSERT INTO requests (entry) VALUES (?)';
        for (const { id: _id, ...entry } of entries) await sql.run(statement, JSON.stringify(entry));
        await sql.run('DELETE FROM requests WHERE id <= (SELECT max(id) FROM requests) - ?', maxEntries);
      }),
    list: async () => {
      const rows = await database.all<{ id: number; entry: string }>(
        'SELECT id, entry FROM requests ORDER BY id DESC',
      );
      return rows.map(({ id, entry }) => ({ ...(JSON.parse(entry) as Omit<AccessEntry, 'id'>), id }));
    },
  };
}
