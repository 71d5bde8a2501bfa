import type { ListedTestApplication, StoreProfile, TestVersion } from '../../../main/api/wire.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { newRecord, type UploadRequest } from '../../../main/uploads/queue/deduplication.ts';
import type { UploadRecord } from '../../../main/uploads/record/record.ts';

const time = '2026-11-21T08:30:00.123Z';

export function sampleInfo(changes: Partial<PackageInfo> = {}): PackageInfo {
  return {
    kind: 'apk',
    platform: 'android',
    id: 'org.example.shop',
    name: 'Shop',
    versionName: '1.2.0',
    build: '34',
    minOs: '24',
    targetOs: '35',
    split: null,
    debuggable: false,
    warnings: [],
    ...changes,
  };
}

export function sampleRequest(changes: Partial<UploadRequest> = {}): UploadRequest {
  return {
    path: '/builds/shop.apk',
    accountId: 'account',
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [1], memberIds: [], emails: [] },
    folderId: 'folder',
    ...changes,
  };
}

export function sampleRecord(changes: Partial<UploadRecord> = {}): UploadRecord {
  const request = sampleRequest();
  const identity = { id: 'upload', position: 1, now: 1_000 };
  return { ...newRecord(request, { size: 100, mtimeMs: 5 }, identity), ...changes };
}

export function sampleVersion(changes: Partial<TestVersion> = {}): TestVersion {
  return {
    id: 1,
    applicationName: 'Shop',
    applicationId: 1,
    profileId: 1,
    version: '1.2.0',
    build: null,
    uniqueName: 'shop-1',
    platformTypeName: 'Android',
    lastSendDateTimeUtc: null,
    isActive: false,
    fileSize: 100,
    releaseNote: null,
    profileFiles: [],
    iconUrl: 'https://service.example/icon',
    profileMembers: [],
    fileName: null,
    updateDateTimeUtc: time,
    uploadDateTimeUtc: time,
    ...changes,
  };
}

export function sampleApplication(id: number, name: string, last: TestVersion | null): ListedTestApplication {
  return { id, name, profiles: last ? [last] : [], lastProfile: last };
}

export function sampleProfile(changes: Partial<StoreProfile> = {}): StoreProfile {
  return {
    id: 1,
    name: 'Shop',
    version: null,
    appUniqueId: null,
    iconUrl: null,
    ipaCustomUrl: null,
    apkCustomUrl: null,
    shortDescription: null,
    longDescription: null,
    ipaVersion: null,
    apkVersion: null,
    enabled: true,
    totalCount: 0,
    hasiOSPlatform: false,
    hasAndroidPlatform: false,
    enableStaticAuht: false,
    userName: null,
    password: null,
    createDateTimeUtc: time,
    updateDateTimeUtc: time,
    items: [],
    ...changes,
  };
}
