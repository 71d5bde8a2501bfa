import { expect } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import {
  openBackends,
  type StorageBackends,
  type StorageLocations,
} from '../../../main/service/storage/backends.ts';
import { copyStorage } from '../../../main/service/storage/copy-storage.ts';
import { openStorage } from '../../../main/service/storage/open-storage.ts';
import { copiedTables } from '../../../main/service/storage/sql/copy-records.ts';
import type { Sql } from '../../../main/service/storage/sql/sql.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { partHashes } from './part-hashes-contract.ts';
import {
  addActiveShop,
  addShop,
  bytesOf,
  newItem,
  newVersion,
  now,
  readBlob,
  recipientOf,
  sendTo,
} from './world.ts';

export const minute = 60_000;

/** Large enough for a multipart upload to S3. */
const largeBytes = bytesOf('large', 20_000_000);

export async function withStorage<Result>(
  locations: StorageLocations,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(locations, collectedLog().log);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

export async function withDatabase<Result>(
  locations: StorageLocations,
  work: (parts: StorageBackends) => Promise<Result>,
): Promise<Result> {
  const parts = await openBackends(locations, collectedLog().log);
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

/** Adds records of every kind, and removes the last record of most kinds. */
export async function fill(storage: Storage): Promise<void> {
  await addPeople(storage);
  await addVersions(storage);
  await addStore(storage);
  await addMail(storage);
  await removeLast(storage);
}

async function addPeople({ identity, accessTokens, people, devices, requests }: Storage): Promise<void> {
  const client = { clientId: 'app', secretHash: 'secret' };
  await identity.addFirstUser({ userName: 'Ann', passwordHash: 'hash' }, client, now);
  await identity.addUser({ userName: 'Bén', passwordHash: 'other' }, now + 1);
  const token = {
    tokenHash: 'token',
    userId: (await identity.user('Ann'))?.id ?? 0,
    clientId: 'app',
    expiresAt: now,
  };
  await identity.addToken(token, { passwordHash: 'hash', secretHash: 'secret' });
  await identity.addFailure('key', now, 0);
  for (const name of ['builds', 'revoked']) {
    const apps = name === 'builds' ? 'all' : [{ platform: null, packageId: 'com.example.shop' }];
    const made = { name, tokenHash: name, scopes: ['upload'], createdAt: now, expiresAt: null } as const;
    const { id = 0 } = (await accessTokens.add({ ...made, apps })) ?? {};
    await accessTokens.recordUse(id, now);
    if (name === 'revoked') await accessTokens.revoke(id, now);
  }
  await requests.add(
    [
      {
        id: 1,
        at: now,
        method: 'GET',
        path: '/',
        status: 200,
        milliseconds: 1,
        address: '::1',
        agent: 'a',
        by: null,
      },
    ],
    9,
  );
  const [red, blue] = [await people.addTeam('Red', now), await people.addTeam('Blüe', now)];
  const ann = await people.addMember('ann@example.com', 'Ann', now);
  await people.addMember('ben@example.com', null, now);
  await people.join(ann?.id ?? 0, red?.id ?? 0);
  await people.join(ann?.id ?? 0, blue?.id ?? 0);
  const by = { challengeHash: 'challenge', memberId: ann?.id ?? 0 };
  await devices.addChallenge({ ...by, expiresAt: now + minute }, now);
  await devices.register(by, { udid: 'a'.repeat(40), product: 'iPhone15,2', systemVersion: '23A341' }, now);
}

async function addVersions(storage: Storage): Promise<void> {
  const { testing, links, people } = storage;
  const given = await newVersion(storage, largeBytes, {
    releaseNote: { text: 'New “things” 🎉', html: '<p>New</p>' },
  });
  const icon = { type: 'image/png', bytes: Uint8Array.from({ length: 900 }, (_, at) => at % 256) } as const;
  const shop = await testing.addApplication('Shop', {
    ...given,
    build: { ...given.build, icon, partHashes },
  });
  await testing.addVersion(shop.id, await newVersion(storage, bytesOf('second')));
  // Adds another version with the same bytes. The bytes are stored only once.
  await testing.addVersion(shop.id, await newVersion(storage, bytesOf('second')));
  const version = await addActiveShop(storage);
  const sent = await sendTo(storage, version.id, [
    recipientOf('ann@example.com'),
    recipientOf('cyd@example.com'),
  ]);
  await links.recordDownload(sent.members[0]?.id ?? 0, now, 'Safari');
  const declining = sent.members[0]?.member.id ?? 0;
  await storage.unsubscriptions.add(declining, shop.id, now);
  await storage.unsubscriptions.add(declining, null, now);
  await people.removeMember(sent.members[1]?.member.id ?? 0);
  const batches = [[{ email: 'dan@example.com', name: 'Dan' }], [{ email: 'eve@example.com', name: null }]];
  await testing.planSend({ versionId: version.id, at: now, batches });
}

async function addStore(storage: Storage): Promise<void> {
  const { store, links } = storage;
  const profile = await store.addProfile('Shop', 'profile-link', await newItem(storage, bytesOf('item')));
  await store.addItem(profile.id, await newItem(storage, bytesOf('another item')));
  const staticUser = { userName: 'guest', passwordHash: 'hash' };
  await store.updateProfile(profile.id, { longDescription: 'Long', staticUser }, now + 5);
  await links.countClick(profile.items[0]?.id ?? 0);
}

async function addMail(storage: Storage): Promise<void> {
  const version = await addActiveShop(storage);
  const recipients = Array.from({ length: 230 }, (_, at) => recipientOf(`person-${at}@example.com`));
  await sendTo(storage, version.id, recipients, now);
  const take = () => storage.mail.lease(now + minute, minute);
  const [delivered, failed] = [await take(), await take()];
  if (!delivered || !failed) throw new Error('there is no mail to take');
  await storage.mail.complete(delivered, 'mailed');
  await storage.mail.fail(failed, messageOf('text/plain', { text: 'no such mailbox' }), null);
  await take();
}

async function removeLast(storage: Storage): Promise<void> {
  const { id } = await addShop(storage, bytesOf('removed'));
  await storage.testing.removeApplication(id);
  const profile = await storage.store.addProfile('Gone', 'gone', await newItem(storage, bytesOf('gone')));
  await storage.store.removeProfile(profile.id);
  await storage.people.removeTeam((await storage.people.addTeam('Gone', now))?.id ?? 0);
  await storage.identity.addUser({ userName: 'Zoe', passwordHash: 'hash' }, now);
  await storage.identity.removeUser('Zoe');
}

/** Returns the copied rows of each table in a stable order. */
export function recordsOf(
  locations: StorageLocations,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return withDatabase(locations, async ({ database }) => {
    const tables = await Promise.all(
      copiedTables.map(async ({ name }) => [name, await rowsOf(database, name)]),
    );
    return Object.fromEntries(tables);
  });
}

async function rowsOf(sql: Sql, table: string): Promise<readonly unknown[]> {
  const order = table === 'mails' ? 'ORDER BY rowid' : '';
  const rows = await sql.all<Record<string, unknown>>(`SELECT * FROM ${table} ${order}`);
  const texts = rows.map(({ rowid: _, leased_until: _until, lease: _lease, ...row }) => {
    const cells = Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]);
    return Object.fromEntries(cells.sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1)));
  });
  return table === 'mails'
    ? texts
    : texts.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Returns the bytes of each build that a record refers to, by checksum. */
export async function buildsOf(storage: Storage): Promise<ReadonlyMap<string, string | undefined>> {
  const versions = (await storage.testing.applications()).flatMap((one) => one.versions);
  const items = (await storage.store.profiles()).flatMap((one) => one.items);
  const builds = new Map<string, string | undefined>();
  for (const { sha256 } of [...versions, ...items]) {
    builds.set(sha256, (await readBlob(storage, sha256))?.toString('latin1'));
  }
  return builds;
}

export function copy(
  from: StorageLocations,
  to: StorageLocations,
  options: Partial<Parameters<typeof copyStorage>[2]> = {},
): ReturnType<typeof copyStorage> {
  return copyStorage(from, to, { log: collectedLog().log, ...options });
}

/** Expects that no record of the source is visible in the destination. */
export async function expectEmpty(locations: StorageLocations): Promise<void> {
  for (const [table, rows] of Object.entries(await recordsOf(locations))) {
    expect(rows, table).toHaveLength(table === 'teams' ? 1 : 0);
  }
}
