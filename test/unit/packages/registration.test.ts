import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../../../main/packages/inspect.ts';
import type { PackageInfo } from '../../../main/packages/package-info.ts';
import { registrationQuery, withRegistration } from '../../../main/packages/registration.ts';

const info = await inspectPackage(join(import.meta.dirname, '../../fixtures/signed.apk'));
const [certificate] = info.signing?.certificates ?? [];

describe('withRegistration', () => {
  test('keeps the facts of a registered build', () => {
    expect(withRegistration(info, 'registered')).toEqual({ ...info, registration: 'registered' });
  });

  test('adds a reason but no install warning for an unregistered app', () => {
    const { installability, installWarnings } = withRegistration(info, 'not-registered');
    expect(installability).toEqual({
      kind: 'may-be-refused',
      reasons: [{ kind: 'may-be-refused', text: { code: 'warning/notRegistered' } }],
    });
    expect(installWarnings).toEqual([]);
  });

  test('adds an install warning for another certificate', () => {
    const { warnings, installWarnings } = withRegistration(info, 'other-certificate');
    expect(installWarnings).toEqual([{ code: 'warning/otherCertificate' }]);
    expect(warnings).toEqual([...info.warnings, { code: 'warning/otherCertificate' }]);
  });
});

describe('registrationQuery', () => {
  test('returns package and certificate', () => {
    expect(registrationQuery(info)).toEqual({
      packageId: 'dev.example.sample',
      certificate: certificate?.sha256,
    });
  });

  test.for<[name: string, build: Partial<PackageInfo>]>([
    ['an ipa', { kind: 'ipa' }],
    ['a package without a dot', { id: 'notes' }],
    ['a package with a hyphen', { id: 'org.example-notes' }],
    ['an unsigned apk', { signing: { schemesPresent: [], certificates: [] } }],
    [
      'an apk with two signers',
      { signing: { schemesPresent: ['v2'], certificates: certificate ? [certificate, certificate] : [] } },
    ],
  ])('returns null for %s', ([, build]) => {
    expect(registrationQuery({ ...info, ...build })).toBeNull();
  });
});
