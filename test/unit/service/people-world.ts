import { onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { createPeople } from '../../../main/service/people/people.ts';
import type { PeopleDirectory } from '../../../main/service/people/people-types.ts';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

/** Opens an empty directory on a real store that is closed after the test. */
export async function openPeople(): Promise<{ readonly storage: Storage; readonly people: PeopleDirectory }> {
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  onTestFinished(() => storage.close());
  return { storage, people: createPeople(storage.people, systemClock) };
}

/** Yields a file in chunks. */
export async function* fileOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
}
