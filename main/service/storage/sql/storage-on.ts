import type { Storage } from '../storage.ts';
import type { Builds } from './builds.ts';
import { iconsIn } from './icons.ts';
import { identityIn } from './identity.ts';
import { linksIn } from './links.ts';
import { mailIn } from './mail.ts';
import { peopleIn } from './people.ts';
import { requestsIn } from './requests.ts';
import type { SqlDatabase } from './sql.ts';
import { storeIn } from './store.ts';
import { testingIn } from './testing.ts';

/** The storage whose records are in a database and whose builds are kept with them. */
export function storageOn(database: SqlDatabase, builds: Builds): Omit<Storage, 'check' | 'close'> {
  return {
    identity: identityIn(database),
    testing: testingIn(database, builds),
    store: storeIn(database, builds),
    links: linksIn(database),
    people: peopleIn(database),
    mail: mailIn(database),
    connections: () => database.connections(),
    blobs: builds.blobs,
    icons: iconsIn(database),
    requests: requestsIn(database),
  };
}
