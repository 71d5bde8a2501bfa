import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedStorage } from '../../../main/service/storage/open-storage.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { createPlannedSends } from '../../../main/service/testingdist/planned-sends.ts';
import { resolveRecipients } from '../../../main/service/testingdist/recipients.ts';
import { addActiveShop, now } from '../../contract/storage/world.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

async function opened(): Promise<Storage> {
  const storage = await openEmbeddedStorage(await temporaryFolder(), collectedLog().log);
  onTestFinished(() => storage.close());
  return storage;
}

const letters = {
  address: () => 'http://127.0.0.1',
  sender: 'slipway@localhost',
  mailLanguage: () => 'en' as const,
} as const;
const person = (at: number) => ({ email: `person${at}@example.com`, name: null });

test('a piece that cannot be recorded is tried again with the next round, and those before it are not sent again', async () => {
  const storage = await opened();
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
  const sends = createPlannedSends({ ...letters, storage: { ...storage, testing } });
  await testing.planSend({ versionId: id, at: now, batches: [[person(1)], [person(2)], [person(3)]] });
  await expect(sends.finish()).rejects.toThrow('the disk is full');
  expect((await storage.mail.list()).map(({ to }) => to)).toEqual(['person1@example.com']);
  await Promise.all([sends.finish(), sends.finish()]);
  expect((await storage.mail.list()).map(({ to }) => to).toSorted()).toEqual(
    [1, 2, 3].map((at) => person(at).email),
  );
});

test('a stop leaves the rest', async () => {
  const storage = await opened();
  const { id } = await addActiveShop(storage);
  await storage.testing.planSend({ versionId: id, at: now, batches: [[person(1)], [person(2)]] });
  const sends = createPlannedSends({ ...letters, storage });
  await sends.stop();
  await sends.finish();
  expect(await storage.mail.list()).toEqual([]);
  expect(await storage.testing.nextBatch()).toMatchObject({ recipients: [person(1)] });
});

test('many addresses are looked up a few at a time, and the directory is never read whole', async () => {
  const storage = await opened();
  await storage.people.importPeople(
    Array.from({ length: 300 }, (_, at) => ({
      member: { email: `Person${2 * at}@Example.com`, name: `P ${at}` },
      team: 'QA',
    })),
    now,
  );
  const asked: number[] = [];
  const people: Storage['people'] = {
    ...storage.people,
    members: async () => {
      throw new Error('The whole directory was read.');
    },
    findByEmail: async (emails) => {
      asked.push(emails.length);
      return storage.people.findByEmail(emails);
    },
  };
  const emails = Array.from({ length: 1_200 }, (_, at) => person(at).email);
  const found = await resolveRecipients(people, {
    teamIds: [],
    memberIds: [],
    emails: [...emails, ...emails],
  });
  expect(found.map(({ email }) => email.toLowerCase())).toEqual(emails);
  expect(found.filter(({ name }) => name !== null)).toHaveLength(300);
  expect(found[0]).toEqual({ email: 'Person0@Example.com', name: 'P 0' });
  expect(Math.max(...asked)).toBeLessThanOrEqual(500);
});
