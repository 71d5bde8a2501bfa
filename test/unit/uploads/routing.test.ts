import { expect, test } from 'vitest';
import { buildName, matchStoreProfile, matchTestApplication } from '../../../main/uploads/target/routing.ts';
import { sampleApplication, sampleInfo, sampleProfile, sampleVersion } from './samples.ts';

const info = sampleInfo();

test('a build matches the application of the same name, ignoring case', () => {
  const applications = [sampleApplication(1, 'Till', sampleVersion()), sampleApplication(2, ' shop ', null)];
  expect(matchTestApplication(applications, info)?.id).toBe(2);
});

test('a build with an unknown name matches no application', () => {
  expect(matchTestApplication([sampleApplication(1, 'Shop Admin', sampleVersion())], info)).toBeNull();
  expect(matchTestApplication([], info)).toBeNull();
});

test('a uniqueName equal to the package id takes precedence over the name', () => {
  const applications = [
    sampleApplication(1, 'Shop', sampleVersion({ id: 9 })),
    sampleApplication(2, 'Old name', sampleVersion({ id: 4, uniqueName: 'org.example.shop' })),
  ];
  expect(matchTestApplication(applications, info)?.id).toBe(2);
});

test('equal names are resolved by platform, then by latest use', () => {
  const iphone = sampleApplication(1, 'Shop', sampleVersion({ id: 30, platformTypeName: 'iOS' }));
  const older = sampleApplication(2, 'Shop', sampleVersion({ id: 10 }));
  const newer = sampleApplication(3, 'Shop', sampleVersion({ id: 20 }));
  expect(matchTestApplication([iphone, older, newer], info)?.id).toBe(3);
  expect(matchTestApplication([iphone], info)?.id).toBe(1);
});

test('a build without a name is named by its package id', () => {
  expect(buildName(sampleInfo({ name: null }))).toBe('org.example.shop');
});

test('a store profile is matched by application id, then by name', () => {
  const named = sampleProfile({ id: 1 });
  const identified = sampleProfile({ id: 2, name: 'Renamed', appUniqueId: 'org.example.shop' });
  expect(matchStoreProfile([named, identified], info)?.id).toBe(2);
  expect(matchStoreProfile([named], info)?.id).toBe(1);
});

test('a store profile with a different app for the platform is skipped', () => {
  const other = sampleProfile({ appUniqueId: 'org.other.shop', hasAndroidPlatform: true });
  expect(matchStoreProfile([other], info)).toBeNull();
  const iphoneOnly = sampleProfile({ appUniqueId: 'org.example.shop.ios', hasiOSPlatform: true });
  expect(matchStoreProfile([iphoneOnly], info)?.id).toBe(iphoneOnly.id);
});

test('an application of the same name with a different package is skipped', () => {
  const debug = sampleApplication(1, 'Shop', sampleVersion({ uniqueName: 'org.example.shop.debug' }));
  expect(matchTestApplication([debug], info)).toBeNull();
  const unclear = sampleApplication(2, 'Shop', sampleVersion({ uniqueName: 'b7f3-shop' }));
  expect(matchTestApplication([debug, unclear], info)?.id).toBe(2);
});
