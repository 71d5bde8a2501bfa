import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkAddress, screenAddress, screenLink } from '../../../main/shell/links.ts';

test.each([
  ['slipway://uploads', '#/uploads'],
  ['slipway://uploads/', '#/uploads'],
  ['SLIPWAY://Uploads/01-ab', '#/uploads/01-ab'],
  ['slipway://apps/7/40', '#/apps/7/40'],
  ['slipway://store/12', '#/store/12'],
  ['slipway://folders/a_b', '#/folders/a_b'],
  ['slipway://push/mapping', '#/push/mapping'],
  ['slipway://service/people', '#/service/people'],
  ['slipway://settings/network', '#/settings/network'],
])('the link %s opens %s', (link, address) => {
  expect(linkAddress(link)).toBe(address);
});

test.each([
  'slipway://',
  'slipway:uploads',
  'slipway:///uploads',
  'slipway://quit',
  'slipway://uploads.add/x',
  'slipway://uploads/1?retry=1',
  'slipway://uploads/1#retry',
  'slipway://person@uploads/1',
  'slipway://person:secret@uploads',
  'slipway://uploads:80/1',
  'slipway://uploads/a%2F..%2Fb',
  'slipway://uploads/../settings',
  'slipway://uploads//1',
  'slipway://apps/1/2/3',
  `slipway://uploads/${'a'.repeat(201)}`,
  `slipway://uploads/${'a/'.repeat(2_000)}`,
  'slipway://uploads/<script>',
  'slipway://uploads/ü',
  ' slipway://uploads',
  'slipway://uploads\n',
  'slipway://uploads\t',
  'https://uploads/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('the link %s is rejected', (link) => {
  expect(linkAddress(link)).toBeNull();
});

test('an invitation opens its address without unknown parameters', () => {
  const query = 'url=https%3A%2F%2Fbuilds.example.org&user=ada';
  expect(linkAddress(`slipway://account?${query}&password=secret&run=1`)).toBe(`#/account?${query}`);
  for (const link of [
    'slipway://account',
    'slipway://account?user=ada',
    'slipway://account?url=javascript:alert(1)',
    'slipway://account?url=https://a.example<script>',
    `slipway://account?url=https://a.example/${'a'.repeat(2_000)}`,
  ]) {
    expect(linkAddress(link), link).toBeNull();
  }
});

test('every accepted link opens a known screen', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `slipway://${text}`),
      ),
      (link) => {
        const address = linkAddress(link);
        if (address !== null) {
          expect(address).toMatch(
            /^#\/((uploads|apps|store|folders|push|service|settings)(\/[\w-]{1,200}){0,2}|account\?.+)$/,
          );
        }
      },
    ),
  );
});

test('a generated link opens the screen it was created for', () => {
  expect(linkAddress(screenLink('uploads', '01-ab'))).toBe(screenAddress('uploads', '01-ab'));
});
