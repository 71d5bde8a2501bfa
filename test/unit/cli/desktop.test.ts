import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { rendererDir } from '../../../main/cli/paths.ts';
import { resolvePath } from '../../../main/cli/resolve-path.ts';
import { errorLine, missingDisplay } from '../../../main/cli/run/desktop.ts';
import { withSlashes } from '../../fakes/systems.ts';

test('missingDisplay requires a display only on Linux', () => {
  expect(missingDisplay('linux', {})).toContain('no display');
  expect(missingDisplay('linux', { DISPLAY: ':0' })).toBeNull();
  expect(missingDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBeNull();
  expect(missingDisplay('darwin', {})).toBeNull();
  expect(missingDisplay('win32', {})).toBeNull();
});

test('errorLine returns the error message without the stack', () => {
  const output = [
    'Downloading',
    'RequestError: getaddrinfo ENOTFOUND example.test',
    '    at ClientRequest.<anonymous> (/x/index.js:1:1)',
    '    at process.processTicksAndRejections (node:internal:1:1) {',
    '}',
    '',
  ].join('\n');
  expect(errorLine(output)).toBe('getaddrinfo ENOTFOUND example.test');
  expect(errorLine('first\nMissing X server or $DISPLAY\n')).toBe('Missing X server or $DISPLAY');
  expect(errorLine('')).toBe('no reason was given');
});

test('rendererDir returns the output folder of the build', () => {
  expect(withSlashes(rendererDir())).toMatch(/out\/renderer$/);
});

test('resolvePath uses the working directory from before npm changed it', () => {
  expect(resolvePath('a.apk', { INIT_CWD: '/home/me', npm_package_name: 'slipway' })).toBe(
    resolve('/home/me/a.apk'),
  );
  expect(resolvePath('/b.apk', { INIT_CWD: '/home/me', npm_package_name: 'slipway' })).toBe(
    resolve('/b.apk'),
  );
  expect(resolvePath('a.apk', { INIT_CWD: '/home/me', npm_package_name: 'other' })).toBe(resolve('a.apk'));
  expect(resolvePath('a.apk', {})).toBe(resolve('a.apk'));
});
