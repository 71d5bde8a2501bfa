/** Maps store profiles and items to the field names of the API reference. Pure. */
import type { NestedStoreItem, StoreItem, StoreProfile } from '../../api/wire.ts';
import { isoTime } from '../../base/clock.ts';
import { fileLink, iconLink, pageLink } from '../install/addresses.ts';
import { apiVersion, itemType } from '../platform.ts';
import type { StoreItemRecord, StoreProfileRecord } from '../storage/records.ts';

export const storePath = '/api/v3/appstore/profiles';

export function toStoreProfile(profile: StoreProfileRecord, address: string): StoreProfile {
  // Disabled items are not published, so the profile's version and links come from enabled items only.
  const enabled = profile.items.filter((item) => item.enabled);
  const newest = enabled.at(-1);
  const ipa = enabled.findLast((item) => item.kind === 'ipa');
  const apk = enabled.findLast((item) => item.kind === 'apk');
  return {
    id: profile.id,
    name: profile.name,
    version: newest ? apiVersion(newest) : null,
    appUniqueId: profile.packageId,
    iconUrl: newest ? iconLink(address, newest.iconToken) : null,
    ipaCustomUrl: ipa ? pageLink(address, ipa.linkToken) : null,
    apkCustomUrl: apk ? pageLink(address, apk.linkToken) : null,
    shortDescription: profile.shortDescription,
    longDescription: profile.longDescription,
    ipaVersion: ipa ? apiVersion(ipa) : null,
    apkVersion: apk ? apiVersion(apk) : null,
    enabled: profile.enabled,
    totalCount: profile.items.length,
    hasiOSPlatform: profile.items.some((item) => item.kind === 'ipa'),
    hasAndroidPlatform: profile.items.some((item) => item.kind === 'apk'),
    enableStaticAuht: profile.staticUser !== null,
    userName: profile.staticUser?.userName ?? null,
    password: null,
    createDateTimeUtc: isoTime(profile.createdAt),
    updateDateTimeUtc: isoTime(profile.updatedAt),
    items: profile.items.map((item) => toNestedItem(item, address)),
  };
}

export function toStoreItem(item: StoreItemRecord, profile: StoreProfileRecord, address: string): StoreItem {
  return { ...toNestedItem(item, address), profile: toStoreProfile(profile, address) };
}

function toNestedItem(item: StoreItemRecord, address: string): NestedStoreItem {
  return {
    id: item.id,
    profileId: item.profileId,
    orderId: item.orderId,
    uniqueId: item.uniqueId,
    customUrl: pageLink(address, item.linkToken),
    iconUrl: iconLink(address, item.iconToken),
    name: item.name,
    version: apiVersion(item),
    type: itemType(item.kind),
    link: fileLink(address, item.linkToken),
    fileSize: item.fileSize,
    sha256: item.sha256,
    enabled: item.enabled,
    clickCount: item.clickCount,
    createDateTimeUtc: isoTime(item.createdAt),
    updateDateTimeUtc: isoTime(item.updatedAt),
    profile: null,
  };
}
