import { expect, test } from 'vitest';
import {
  exposureDraft,
  exposureProblems,
  exposureValues,
  filesOf,
  isSaved,
  lastExternalRequest,
  remedyOf,
  withAudience,
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
    const other = { ...draft, audience: 'internet', publicUrl: 'https://other.example.org' } as const;
    expect(isSaved(other, saved)).toBe(false);
  }
});

test('an audience sets the address and the encryption that it needs', () => {
  const here = { ...nothing, lanAddress: '192.168.1.20' };
  const fresh = exposureDraft(nothing);
  const network = withAudience(fresh, 'network', here);
  expect(exposureValues(network, nothing)).toEqual({ ...nothing, host: '192.168.1.20', tls: true });
  expect(exposureValues(withAudience(network, 'computer', here), nothing)).toEqual(nothing);
  const internet = { ...withAudience(network, 'internet', here), publicUrl: ' https://a.example ' };
  expect(exposureValues(internet, nothing)).toEqual({ ...nothing, publicUrl: 'https://a.example' });
});

test('an audience keeps the saved address and certificate', () => {
  const saved = { host: '10.0.0.7', publicUrl: null, proxyHops: 0, tls: files };
  const here = { ...saved, lanAddress: '192.168.1.20' };
  const draft = withAudience(withAudience(exposureDraft(saved), 'computer', here), 'network', here);
  expect(isSaved(draft, saved)).toBe(true);
  const plain = { ...here, tls: false };
  expect(withAudience(exposureDraft(plain), 'network', plain).encryption).toBe('none');
});

test('exposureProblems reports missing fields of the chosen audience', () => {
  const fresh = exposureDraft(nothing);
  const found = (draft: typeof fresh): readonly string[] =>
    Object.entries(exposureProblems(draft)).flatMap(([field, problem]) => (problem ? [field] : []));
  expect(found(fresh)).toEqual([]);
  expect(found(withAudience(fresh, 'network', { ...nothing, lanAddress: null }))).toEqual(['audience']);
  expect(found({ ...fresh, audience: 'internet', publicUrl: ' ' })).toEqual(['publicUrl']);
  expect(found({ ...fresh, encryption: 'own', key: '/k' })).toEqual(['certificate']);
});

test('an incomplete exposure draft trusts no proxy and keeps the certificate', () => {
  const draft = {
    ...exposureDraft(nothing),
    audience: 'internet',
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
