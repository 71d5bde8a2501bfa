import { expect, test } from 'vitest';
import {
  exposureDraft,
  exposureValues,
  filesOf,
  isSaved,
  lastExternalRequest,
  remedyOf,
  withHost,
} from '../../../renderer/logic/drafts/exposure-draft.ts';

const nothing = { host: null, publicUrl: null, proxyHops: 0, tls: false } as const;
const files = { certificate: '/tls/cert.pem', key: '/tls/key.pem' };

test('an unchanged exposure draft equals the saved settings', () => {
  for (const saved of [
    nothing,
    { host: '192.168.1.20', publicUrl: null, proxyHops: 0, tls: true },
    { host: null, publicUrl: 'https://builds.example.org', proxyHops: 2, tls: files },
  ]) {
    const draft = exposureDraft(saved);
    expect(exposureValues(draft, saved)).toEqual(saved);
    expect(isSaved(draft, saved)).toBe(true);
    expect(isSaved({ ...draft, publicUrl: 'https://other.example.org' }, saved)).toBe(false);
  }
});

test('an external address defaults to encryption unless a proxy is set', () => {
  const fresh = exposureDraft(nothing);
  expect(withHost(fresh, '192.168.1.20').encryption).toBe('auto');
  expect(withHost({ ...fresh, publicUrl: 'https://a.example' }, '192.168.1.20').encryption).toBe('none');
  expect(withHost({ ...fresh, host: '10.0.0.7' }, '192.168.1.20').encryption).toBe('none');
  expect(withHost({ ...fresh, encryption: 'own' }, '192.168.1.20').encryption).toBe('own');
});

test('an incomplete exposure draft trusts no proxy and keeps the certificate', () => {
  const draft = {
    ...exposureDraft(nothing),
    publicUrl: '  ',
    proxyHops: '3',
    encryption: 'own',
    key: ' /k ',
  } as const;
  expect(filesOf(draft)).toBeNull();
  expect(exposureValues(draft, { ...nothing, tls: true })).toEqual({ ...nothing, tls: true });
  expect(filesOf({ ...draft, certificate: ' /c' })).toEqual({ certificate: '/c', key: '/k' });
});

test('lastExternalRequest skips own addresses unless the client is a phone', () => {
  const entry = (at: number, address: string, agent: string | null = null) => ({
    id: at,
    at,
    address,
    agent,
  });
  const own = ['192.168.1.20'];
  expect(
    lastExternalRequest(
      [entry(9, '127.0.0.1'), entry(8, '192.168.1.20'), entry(7, '::ffff:127.0.0.1')],
      0,
      own,
    ),
  ).toBeNull();
  expect(lastExternalRequest([entry(9, '::1'), entry(8, '192.168.1.33')], 0, own)?.address).toBe(
    '192.168.1.33',
  );
  expect(lastExternalRequest([entry(8, '192.168.1.33')], 9, own)).toBeNull();
  expect(lastExternalRequest([entry(9, '127.0.0.1', 'Mozilla/5.0 (iPhone; …)')], 0, own)?.at).toBe(9);
});

test('remedyOf returns null unless the check failed', () => {
  expect(remedyOf({ state: 'good', step: 'mail' })).toBeNull();
  expect(remedyOf({ state: 'failed', step: 'mail' })).toBe('mail');
});
