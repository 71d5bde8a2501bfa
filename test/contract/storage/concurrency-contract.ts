import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { bytesOf, type MakeWorld, newItem, newVersion, now, openStorage, readBlob, sha256 } from './world.ts';

/** Few builds, so that steps often use the same build. */
const builds = ['red', 'green', 'blue'].map((text) => bytesOf(text, 300));

type Step = {
  readonly kind: 'application' | 'version' | 'profile' | 'item' | 'drop';
  readonly build: number;
  /** Selects one of the existing records. */
  readonly target: number;
  readonly elsewhere: boolean;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('application', 'version', 'profile', 'item', 'drop', 'drop', 'drop'),
  build: fc.nat(builds.length - 1),
  target: fc.nat(7),
  elsewhere: fc.boolean(),
});

/** Batches of concurrent calls. */
const program = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 });

async function records(storage: Storage) {
  const applications = await storage.testing.applications();
  const profiles = await storage.store.profiles();
  return {
    applications,
    versions: applications.flatMap(({ versions }) => versions),
    profiles,
    items: profiles.flatMap(({ items }) => items),
  };
}

type Records = Awaited<ReturnType<typeof records>>;

async function run(storage: Storage, { kind, build, target }: Step, existing: Records): Promise<void> {
  const bytes = builds[build] ?? Buffer.alloc(0);
  const { testing, store } = storage;
  const idOf = (list: readonly { readonly id: number }[]): number =>
    list[target % (list.length || 1)]?.id ?? 1;
  if (kind === 'application') await testing.addApplication('Shop', await newVersion(storage, bytes));
  else if (kind === 'version')
    await testing.addVersion(idOf(existing.applications), await newVersion(storage, bytes));
  else if (kind === 'item') await store.addItem(idOf(existing.profiles), await newItem(storage, bytes));
  else if (kind === 'profile') {
    const item = await newItem(storage, bytes);
    await store.addProfile('Shop', `profile of ${item.linkToken}`, item);
  } else if (target < 3) await testing.removeVersion(idOf(existing.versions));
  else if (target < 5) await store.removeItem(idOf(existing.items), now);
  else if (target < 6) await testing.removeApplication(idOf(existing.applications));
  else await store.removeProfile(idOf(existing.profiles));
}

/** Expects exactly the blobs that records refer to, with the right bytes. */
async function checkBlobs(storage: Storage): Promise<void> {
  const { versions, items } = await records(storage);
  const named = new Set([...versions, ...items].map((one) => one.sha256));
  for (const bytes of builds) {
    const blob = await readBlob(storage, sha256(bytes));
    expect(blob).toEqual(named.has(sha256(bytes)) ? bytes : null);
  }
}

export function testTogether(makeWorld: MakeWorld): void {
  describe('concurrency', () => {
    test('a blob exists exactly while a record refers to it', async () => {
      const { storage, other, reopen } = await openStorage(makeWorld);
      let drawn = 0;
      await fc.assert(
        fc.asyncProperty(program, async (batches) => {
          drawn += 1;
          for (const batch of batches) {
            const existing = await records(storage);
            await Promise.all(batch.map((one) => run(one.elsewhere ? other : storage, one, existing)));
            await checkBlobs(other);
          }
        }),
        { numRuns: 25 },
      );
      expect(drawn).toBeGreaterThanOrEqual(25);
      await checkBlobs((await reopen()).storage);
    });
  });
}
