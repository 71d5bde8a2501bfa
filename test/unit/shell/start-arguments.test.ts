import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  hiddenSwitch,
  isCommand,
  mergeRequests,
  openRequest,
  requestArguments,
  userArguments,
} from '../../../main/shell/start/start-arguments.ts';
import { isWindows } from '../../fakes/systems.ts';

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
  expect(isCommand(given)).toBe(expected);
});

test('the words given follow the program, and the script when one is named', () => {
  expect(userArguments(['slipway', 'upload', 'a.apk'], true)).toEqual(['upload', 'a.apk']);
  expect(userArguments(['electron', '.', '--user-data-dir=/tmp/x', 'upload'], false)).toEqual(['upload']);
});

test('a start brings files, made absolute, and links', () => {
  expect(openRequest(['--flag', 'a.apk', '/b/c.IPA', 'notes.txt', 'slipway://apps'], '/here')).toEqual({
    files: ['/here/a.apk', '/b/c.IPA'].map((path) => resolve(path)),
    links: ['slipway://apps'],
    hidden: false,
  });
});

test('file URIs are decoded; one of another computer is a path on Windows only', () => {
  const own = resolve('/b/field notesü.apk');
  const uris = [pathToFileURL(own).href, 'file://elsewhere/builds/b.apk', 'file:///b/%2Fc.apk'];
  expect(openRequest(uris, '/here').files).toEqual([
    own,
    isWindows ? '\\\\elsewhere\\builds\\b.apk' : resolve('/here/file:/elsewhere/builds/b.apk'),
    resolve('/here/file:/b/%2Fc.apk'),
  ]);
});

test('only a start that brings nothing along can be hidden', () => {
  expect(openRequest([hiddenSwitch], '/here').hidden).toBe(true);
  expect(openRequest([], '/here').hidden).toBe(false);
  expect(openRequest([hiddenSwitch, 'a.apk'], '/here').hidden).toBe(false);
});

test('the words of another start ask for the same, and a link is the last of them', () => {
  const asked = openRequest(['/b/a.apk', 'slipway://apps', 'slipway://folders'], '/here');
  expect(requestArguments(asked)).toEqual([resolve('/b/a.apk'), 'slipway://folders']);
  for (const given of [[hiddenSwitch], [], ['/b/a.apk']]) {
    expect(openRequest(requestArguments(openRequest(given, '/here')), '/here')).toEqual(
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
  ).toEqual({ files: [resolve('/a.apk'), resolve('/b.apk')], links: ['slipway://apps'], hidden: false });
});
