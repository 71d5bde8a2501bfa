import { expect, test } from 'vitest';
import type { StoreItemView, StoreProfileSummary } from '../../../preload/page.ts';
import {
  arrangeItems,
  arrangeProfiles,
  draftOfProfile,
  profileChanges,
} from '../../../renderer/logic/profiles.ts';
import { offeredBy, platformOf } from '../../../renderer/screens/store/store-text.ts';

function profile(id: number, changes: Partial<StoreProfileSummary> = {}): StoreProfileSummary {
  return {
    ...{ id, name: `Shop ${id}`, version: null, appUniqueId: null, iconUrl: null },
    ...{ ipaCustomUrl: null, apkCustomUrl: null, shortDescription: null, longDescription: null },
    ...{ ipaVersion: null, apkVersion: null, enabled: true, itemCount: 0 },
    ...{ requiresPassword: false, reportsPassword: false },
    ...{ hasiOSPlatform: false, hasAndroidPlatform: false },
    ...{ createDateTimeUtc: '2026-11-21T08:00:00.000Z', updateDateTimeUtc: '2026-11-21T08:00:00.000Z' },
    ...changes,
  };
}

function item(id: number, changes: Partial<StoreItemView> = {}): StoreItemView {
  return {
    ...{ id, profileId: 1, orderId: id, uniqueId: `u${id}`, customUrl: null, iconUrl: null, name: 'Shop' },
    ...{ version: `1.${id}`, type: 2, link: null, fileSize: 1, enabled: true, clickCount: 0 },
    ...{ createDateTimeUtc: '2026-11-21T08:00:00.000Z', updateDateTimeUtc: '2026-11-21T08:00:00.000Z' },
    ...changes,
  };
}

test('profiles are sorted by their last update and filtered by the search', () => {
  const all = [
    profile(1, { shortDescription: 'Notes for the field' }),
    profile(2, { updateDateTimeUtc: '2026-11-21T09:00:00.000Z', appUniqueId: 'org.example.notes' }),
    profile(3, { updateDateTimeUtc: 'never', apkVersion: '2.4.1' }),
    profile(4, { name: 'Ledger' }),
  ];
  const ids = (search: string) => arrangeProfiles(all, search).map(({ id }) => id);
  expect(ids('')).toEqual([2, 4, 1, 3]);
  expect(ids('NOTES')).toEqual([2, 1]);
  expect(ids('2.4')).toEqual([3]);
  expect(ids('led ger')).toEqual([4]);
  expect(ids('nothing')).toEqual([]);
});

test('store items are sorted newest first and filtered by the search', () => {
  const all = [
    item(1, { type: 1 }),
    item(2, { createDateTimeUtc: '2026-11-22T08:00:00.000Z' }),
    item(3, { type: 7 }),
  ];
  const ids = (search: string) => arrangeItems(all, search, platformOf).map(({ id }) => id);
  expect(ids('')).toEqual([2, 3, 1]);
  expect(ids('ios')).toEqual([1]);
  expect(ids('android 1.2')).toEqual([2]);
  expect(ids('type 7')).toEqual([3]);
});

test('profile changes contain only the changed fields', () => {
  const before = draftOfProfile(profile(1, { shortDescription: 'Short' }));
  expect(before).toEqual({ name: 'Shop 1', shortDescription: 'Short', longDescription: '' });
  expect(profileChanges(before, { ...before })).toBeNull();
  expect(profileChanges(before, { ...before, shortDescription: '' })).toEqual({ shortDescription: '' });
  expect(profileChanges(before, { ...before, name: 'Other', longDescription: 'Long' })).toEqual({
    name: 'Other',
    longDescription: 'Long',
  });
});

test('a profile lists its platforms with their versions, if known', () => {
  expect(offeredBy(profile(1))).toEqual([]);
  expect(offeredBy(profile(1, { hasiOSPlatform: true, apkVersion: '2.0' }))).toEqual(['iOS', 'Android 2.0']);
});
