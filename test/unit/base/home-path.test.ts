import { describe, expect, test } from 'vitest';
import { expandHome } from '../../../main/base/files/home-path.ts';
import { resolvePath } from '../../../main/cli/resolve-path.ts';
import { settingsSchema } from '../../../main/settings/settings-schema.ts';
import { calls } from '../../../preload/contract.ts';

describe('expandHome', () => {
  test.each([
    ['~', '/home/ada'],
    ['~/builds', '/home/ada/builds'],
    ['~ben/builds', '~ben/builds'],
    ['/srv/~/builds', '/srv/~/builds'],
  ])('expands %s to %s', (path, expected) => {
    expect(expandHome(path, '/home/ada')).toBe(expected);
  });
});

describe('paths in bridge calls', () => {
  test.each([
    ['folders.presets', { path: '~/builds' }, { path: expandHome('~/builds') }],
    ['push.project.check', { folder: '~/app' }, { folder: expandHome('~/app') }],
    ['push.mapping.open', { path: ' ~/app/push.json' }, { path: expandHome('~/app/push.json') }],
    ['service.checkCertificate', { certificate: '~/c', key: '~/k' }, { certificate: expandHome('~/c') }],
  ] as const)('accept ~ as the home folder in %s', (name, values, expected) => {
    expect(calls[name].arguments.parse(values)).toMatchObject(expected);
  });
});

describe('paths on the command line', () => {
  test.each([{}, { INIT_CWD: '/work', npm_package_name: 'slipway' }])('accept ~ with %j', (environment) => {
    expect(resolvePath('~/builds', environment)).toBe(expandHome('~/builds'));
  });
});

describe('paths in the settings', () => {
  test('accept ~ as the home folder', () => {
    const paths = { network: { caFiles: ['~/ca.pem'] } };
    expect(settingsSchema.parse(paths).network.caFiles).toEqual([expandHome('~/ca.pem')]);
  });
});
