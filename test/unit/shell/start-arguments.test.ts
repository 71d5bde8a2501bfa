import { expect, test } from 'vitest';
import {
  asksForCommand,
  givenArguments,
  hiddenSwitch,
  mergeRequests,
  openRequest,
  startWords,
} from '../../../main/shell/start/start-arguments.ts';

test.each([
  [[], false],
  [['--hidden'], false],
  [['/builds/field notes.apk'], false],
  [['APP.IPA', 'two.apk'], false],
  [['slipway://uploads/1'], false],
  [['/home/ann/upload'], false],
  [['file:///home/ann/field%20notes.apk'], false],
  [['file:///home/ann/notes.txt'], false],
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
    hidden: false,
  });
});

test('file URIs are decoded; one of another computer stays as it is', () => {
  const uris = ['file:///b/field%20notes%C3%BC.apk', 'file://elsewhere/b.apk', 'file:///b/%2Fc.apk'];
  expect(openRequest(uris, '/here').files).toEqual([
    '/b/field notesü.apk',
    '/here/file:/elsewhere/b.apk',
    '/here/file:/b/%2Fc.apk',
  ]);
});

test('only a start that brings nothing along can be hidden', () => {
  expect(openRequest([hiddenSwitch], '/here').hidden).toBe(true);
  expect(openRequest([], '/here').hidden).toBe(false);
  expect(openRequest([hiddenSwitch, 'a.apk'], '/here').hidden).toBe(false);
});

test('the words of another start ask for the same, and a link is the last of them', () => {
  const asked = openRequest(['/b/a.apk', 'slipway://apps', 'slipway://folders'], '/here');
  expect(startWords(asked)).toEqual(['/b/a.apk', 'slipway://folders']);
  for (const given of [[hiddenSwitch], [], ['/b/a.apk']]) {
    expect(openRequest(startWords(openRequest(given, '/here')), '/here')).toEqual(
      openRequest(given, '/here'),
    );
  }
});

test('several requests make one: each file once, shown unless none asked for the window', () => {
  const hidden = openRequest([hiddenSwitch], '/here');
  expect(mergeRequests([hidden, hidden]).hidden).toBe(true);
  expect(
    mergeRequests([
      hidden,
      openRequest(['a.apk', 'slipway://apps'], '/'),
      openRequest(['a.apk', 'b.apk'], '/'),
    ]),
  ).toEqual({ files: ['/a.apk', '/b.apk'], links: ['slipway://apps'], hidden: false });
});
