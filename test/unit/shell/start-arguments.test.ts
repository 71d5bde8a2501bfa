import { expect, test } from 'vitest';
import {
  asksForCommand,
  givenArguments,
  linkPlace,
  openRequest,
} from '../../../main/shell/start-arguments.ts';

test.each([
  [[], false],
  [['--hidden'], false],
  [['/builds/field notes.apk'], false],
  [['APP.IPA', 'two.apk'], false],
  [['slipway://uploads/1'], false],
  [['upload', 'a.apk'], true],
  [['uplaod'], true],
  [['--json', 'apps'], true],
  [['--help'], true],
  [['--version'], true],
] as const)('%j asks for a command: %s', (given, expected) => {
  expect(asksForCommand(given)).toBe(expected);
});

test('the words given follow the program, and the script when one is named', () => {
  expect(givenArguments(['slipway', 'upload', 'a.apk'], true)).toEqual(['upload', 'a.apk']);
  expect(givenArguments(['electron', '.', '--user-data-dir=/tmp/x', 'upload'], false)).toEqual(['upload']);
});

test('a start brings files, made absolute, and links', () => {
  expect(openRequest(['--flag', 'a.apk', '/b/c.IPA', 'notes.txt', 'slipway://apps'], '/here')).toEqual({
    files: ['/here/a.apk', '/b/c.IPA'],
    links: ['slipway://apps'],
  });
});

test.each([
  ['slipway://uploads', { place: 'uploads', uploadId: null }],
  ['slipway://uploads/01-ab', { place: 'uploads', uploadId: '01-ab' }],
  ['slipway://uploads/a%2F..%2Fb', { place: 'uploads', uploadId: null }],
  ['slipway://apps/7', { place: 'apps', uploadId: null }],
  ['slipway://settings', null],
  ['slipway://', null],
  ['https://uploads/1', null],
])('%s leads to %j', (link, expected) => {
  expect(linkPlace(link)).toEqual(expected);
});
