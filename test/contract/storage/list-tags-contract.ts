import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../main/messages/message.ts';
import type { Storage } from '../../../main/service/storage/storage.ts';
import {
  addActiveShop,
  bytesOf,
  type MakeWorld,
  newItem,
  newVersion,
  now,
  openStorage,
  recipientOf,
  second,
  sendTo,
  unique,
} from './world.ts';

type Ids = {
  readonly app: number;
  readonly version: number;
  readonly share: number;
  readonly member: number;
  readonly profile: number;
  readonly item: number;
  readonly mail: string;
};

async function fill(storage: Storage): Promise<Ids> {
  const version = await addActiveShop(storage);
  const recipient = recipientOf('ann@example.com');
  const [share] = (await sendTo(storage, version.id, [recipient])).members;
  const profile = await storage.store.addProfile(
    'Shop',
    unique('link'),
    await newItem(storage, bytesOf('a')),
  );
  const [item] = profile.items;
  if (!share || !item) throw new Error('the share or the item is missing');
  return {
    ...{ app: version.applicationId, version: version.id, share: share.id, member: share.member.id },
    ...{ profile: profile.id, item: item.id, mail: recipient.mail.id },
  };
}

const changes: Readonly<Record<string, (storage: Storage, ids: Ids) => Promise<unknown>>> = {
  'a version is added': async (storage, { app }) =>
    storage.testing.addVersion(app, await newVersion(storage, bytesOf('b'))),
  'a version is deactivated': ({ testing }, { version }) => testing.setActive(version, false, now),
  'a release note is set': ({ testing }, { version }) =>
    testing.setReleaseNote(version, { text: 'New', html: '<p>New</p>' }, now),
  'a version is sent': ({ testing }, { version }) =>
    testing.recordSend({ versionId: version, at: now, recipients: [recipientOf('ben@example.com')] }),
  'a recipient is removed': ({ testing }, { version, share }) =>
    testing.removeShare({ versionId: version, shareId: share }),
  'an application is removed': ({ testing }, { app }) => testing.removeApplication(app),
  'a page is opened': ({ links }, { share }) => links.raiseStatus(share, 2),
  'a build is downloaded': ({ links }, { share }) => links.recordDownload(share, now, null),
  'a message is mailed': async ({ mail }) => mail.complete(await leased(mail), 'mailed'),
  'a message is refused': async ({ mail }) =>
    mail.fail(await leased(mail), messageOf('text/plain', { text: 'No such mailbox' }), null),
  'a refused message is retried': async ({ mail }, ids) => {
    await mail.fail(await leased(mail), messageOf('text/plain', { text: 'No such mailbox' }), null);
    return mail.retry(ids.mail, now);
  },
  'a recipient is renamed': ({ people }, { member }) => people.changeMember(member, { name: 'Ann' }),
  'a recipient joins a team': async ({ people }, { member }) =>
    people.join(member, (await people.addTeam('Testers', now))?.id ?? 0),
  'a profile is renamed': ({ store }, { profile }) => store.updateProfile(profile, { name: 'Till' }, now),
  'an item is disabled': ({ store }, { item }) => store.setItemEnabled(item, false, now),
  'an item is opened': ({ links }, { item }) => links.countClick(item),
  'an item is removed': ({ store }, { item }) => store.removeItem(item, now),
};

async function leased(mail: Storage['mail']) {
  const found = await mail.lease(now, 60 * second);
  if (!found) throw new Error('no message is due');
  return found;
}

const areas = {
  testing: ({ testing }: Storage) => Promise.all([testing.listTag(), testing.applications()]),
  store: ({ store }: Storage) => Promise.all([store.listTag(), store.profiles()]),
};

export function testListTags(makeWorld: MakeWorld): void {
  describe('list tags', () => {
    test.each(Object.entries(changes))('change with the list when %s', async (_name, change) => {
      const { storage, other } = await openStorage(makeWorld);
      const ids = await fill(storage);
      const before = { testing: await areas.testing(other), store: await areas.store(other) };
      await change(storage, ids);
      const changed = [];
      for (const [area, read] of Object.entries(areas)) {
        const [tag, list] = before[area as keyof typeof areas];
        const [newTag, newList] = await read(other);
        const isSame = JSON.stringify(newList) === JSON.stringify(list);
        if (!isSame) changed.push(area);
        if (!isSame) expect(newTag, `tag of the changed ${area} list`).not.toBe(tag);
      }
      expect(changed).toHaveLength(1);
    });

    test('stay the same while messages are leased and lists are read', async () => {
      const { storage, other, reopen } = await openStorage(makeWorld);
      await fill(storage);
      const tags = async ({ testing, store }: Storage) => [await testing.listTag(), await store.listTag()];
      const before = await tags(storage);
      await leased(storage.mail);
      await other.testing.applications();
      await other.people.members();
      expect(await tags(other)).toEqual(before);
      expect(await tags((await reopen()).storage)).toEqual(before);
    });
  });
}
