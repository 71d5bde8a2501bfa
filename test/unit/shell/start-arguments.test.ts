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
] as const)('%j is a command: %s', (given, expected) => {
  expect(isCommand(given)).toBe(expected);
});

test('user arguments follow the program or, if unpackaged, the script', () => {
  expect(userArguments(['slipway', 'upload', 'a.apk'], true)).toEqual(['upload', 'a.apk']);
  expect(userArguments(['electron', '.', '--user-data-dir=/tmp/x', 'upload'], false)).toEqual(['upload']);
});

test('an open request contains absolute file paths and links', () => {
  expect(openRequest(['--flag', 'a.apk', '/b/c.IPA', 'notes.txt', 'slipway://apps'], '/here')).toEqual({
    files: ['/here/a.apk', '/b/c.IPA'].map((path) => resolve(path)),
    links: ['slipway://apps'],
    hidden: false,
  });
});

test('a file URI becomes a local path or, on Windows, a UNC path', () => {
  const own = resolve('/b/field notesü.apk');
  const uris = [pathToFileURL(own).href, 'file://elsewhere/builds/b.apk', 'file:///b/%2Fc.apk'];
  expect(openRequest(uris, '/here').files).toEqual([
    own,
    isWindows ? '\\\\elsewhere\\builds\\b.apk' : resolve('/here/file:/elsewhere/builds/b.apk'),
    resolve('/here/file:/b/%2Fc.apk'),
  ]);
});

test('openRequest ignores --hidden if the arguments contain files', () => {
  expect(openRequest([hiddenSwitch], '/here').hidden).toBe(true);
  expect(openRequest([], '/here').hidden).toBe(false);
  expect(openRequest([hiddenSwitch, 'a.apk'], '/here').hidden).toBe(false);
});

test('request arguments restore the request with its last link', () => {
  const request = openRequest(['/b/a.apk', 'slipway://apps', 'slipway://folders'], '/here');
  expect(requestArguments(request)).toEqual([resolve('/b/a.apk'), 'slipway://folders']);
  for (const given of [[hiddenSwitch], [], ['/b/a.apk']]) {
    expect(openRequest(requestArguments(openRequest(given, '/here')), '/here')).toEqual(
      openRequest(given, '/here'),
    );
  }
});

test('a merged request lists each file once', () => {
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
