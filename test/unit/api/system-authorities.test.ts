import { getCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { createNetwork } from '../../../main/api/network.ts';
import { readSystemAuthorities } from '../../../main/api/system-authorities.ts';

test('the thread reads what the system trusts', async () => {
  const found = await readSystemAuthorities();
  expect(found).toEqual(getCACertificates('system'));
});

test('one network makes one context of them', async () => {
  const { secureContext } = createNetwork();
  const [first, second] = await Promise.all([secureContext(), secureContext()]);
  expect(second).toBe(first);
});
