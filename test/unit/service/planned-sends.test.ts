import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { createPlannedSends } from '../../../main/service/testingdist/planned-sends.ts';
import { resolveRecipients } from '../../../main/service/testingdist/recipients.ts';
import { addActiveShop, now } from '../../contract/storage/world.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

async function openStorage(): Promise<Storage> {
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  onTestFinished(() => storage.close());
  return storage;
}

const mailOptions = {
  address: () => 'http://127.0.0.1',
  sender: 'slipway@localhost',
  mailLanguage: () => 'en' as const,
} as const;
const recipient = (at: number) => ({ email: `person${at}@example.com`, name: null });

test('finish() retries a failed batch without repeating earlier batches', async () => {
  const storage = await openStorage();
  const { id } = await addActiveShop(storage);
  let calls = 0;
  const testing: Storage['testing'] = {
    ...storage.testing,
    recordBatch: async (piece, given) => {
      calls += 1;
      if (calls === 2) throw new Error('the disk is full');
      return storage.testing.recordBatch(piece, given);
    },
  };
  const sends = createPlannedSends({ ...mailOptions, storage: { ...storage, testing } });
  await testing.planSend({
    versionId: id,
    at: now,
    batches: [[recipient(1)], [recipient(2)], [recipient(3)]],
  });
  await expect(sends.finish()).rejects.toThrow('the disk is full');
  expect((await storage.mail.list()).map(({ to }) => to)).toEqual(['person1@example.com']);
  await Promise.all([sends.finish(), sends.finish()]);
  expect((await storage.mail.list()).map(({ to }) => to).toSorted()).toEqual(
    [1, 2, 3].map((at) => recipient(at).email),
  );
});

test('stop() does not send the remaining batches', async () => {
  const storage = await openStorage();
  const { id } = await addActiveShop(storage);
  await storage.testing.planSend({ versionId: id, at: now, batches: [[recipient(1)], [recipient(2)]] });
  const sends = createPlannedSends({ ...mailOptions, storage });
  await sends.stop();
  await sends.finish();
  expect(await storage.mail.list()).toEqual([]);
  expect(await storage.testing.nextBatch()).toMatchObject({ recipients: [recipient(1)] });
});

test('resolveRecipients looks up addresses in batches of at most 500', async () => {
  const storage = await openStorage();
  await storage.people.importPeople(
    Array.from({ length: 300 }, (_, at) => ({
      member: { email: `Person${2 * at}@Example.com`, name: `P ${at}` },
      team: 'QA',
    })),
    now,
  );
  const batchSizes: number[] = [];
  const people: Storage['people'] = {
    ...storage.people,
    members: async () => {
      throw new Error('The whole directory was read.');
    },
    findByEmail: async (emails) => {
      batchSizes.push(emails.length);
      return storage.people.findByEmail(emails);
    },
  };
  const emails = Array.from({ length: 1_200 }, (_, at) => recipient(at).email);
  const found = await resolveRecipients(people, {
    teamIds: [],
    memberIds: [],
    emails: [...emails, ...emails],
  });
  expect(found.map(({ email }) => email.toLowerCase())).toEqual(emails);
  expect(found.filter(({ name }) => name !== null)).toHaveLength(300);
  expect(found[0]).toEqual({ email: 'Person0@Example.com', name: 'P 0' });
  expect(Math.max(...batchSizes)).toBeLessThanOrEqual(500);
});
