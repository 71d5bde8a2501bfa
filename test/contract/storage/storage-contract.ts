/**
 * Tests of `main/service/storage/storage.ts`. Each implementation calls `testStorage` with a function that
 * creates an empty storage.
 */
import { describe } from 'vitest';
import { testAccessTokens } from './access-tokens-contract.ts';
import { testBlobs } from './blobs-contract.ts';
import { testTogether } from './concurrency-contract.ts';
import { testCredentials } from './credentials-contract.ts';
import { testDevices } from './devices-contract.ts';
import { testDurability } from './durability-contract.ts';
import { testIcons } from './icons-contract.ts';
import { testIdentity } from './identity-contract.ts';
import { testLinks } from './links-contract.ts';
import { testListTags } from './list-tags-contract.ts';
import { testMail } from './mail-contract.ts';
import { testPartHashes } from './part-hashes-contract.ts';
import { testPeople } from './people-contract.ts';
import { testRequests } from './requests-contract.ts';
import { testSending } from './send-contract.ts';
import { testStore } from './store-contract.ts';
import { testTesting } from './testing-contract.ts';
import { testUnsubscriptions } from './unsubscriptions-contract.ts';
import { testUploads } from './uploads-contract.ts';
import { testUsage } from './usage-contract.ts';
import type { MakeWorld } from './world.ts';

export function testStorage(name: string, makeWorld: MakeWorld): void {
  describe(`the ${name} storage`, () => {
    for (const subject of [
      testIdentity,
      testAccessTokens,
      testCredentials,
      testPeople,
      testDevices,
      testUnsubscriptions,
      testTesting,
      testSending,
      testStore,
      testLinks,
      testListTags,
      testMail,
      testBlobs,
      testUploads,
      testIcons,
      testPartHashes,
      testUsage,
      testRequests,
      testDurability,
      testTogether,
    ]) {
      subject(makeWorld);
    }
  });
}
