import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainsOf, nearMiss } from '../../../renderer/logic/people/near-miss.ts';

describe('nearMiss', () => {
  test.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['Ada@GMAL.com', 'Ada@gmail.com'],
    ['ada@hotmial.com', 'ada@hotmail.com'],
    ['ada@outlok.com', 'ada@outlook.com'],
    ['ada@yaho.com', 'ada@yahoo.com'],
    ['ada@iclud.com', 'ada@icloud.com'],
    ['ada@wed.de', 'ada@web.de'],
    ['ada@gmx.ed', 'ada@gmx.de'],
  ])('returns the likely domain for %s', (typed, meant) => {
    expect(nearMiss(typed)).toBe(meant);
  });

  test.each([
    'ada@gmail.com',
    'ada@mail.com',
    'ada@gmx.at',
    'ada@example.org',
    'ada@bmw.de',
    'ada@x.io',
    '@',
    '',
  ])('returns null for %j', (typed) => {
    expect(nearMiss(typed)).toBeNull();
  });

  test('also compares with the domains of known addresses', () => {
    const domains = domainsOf(['ben@Example.org', 'eve@example.org']);
    expect(domains).toEqual(['example.org']);
    expect(nearMiss('ada@exmaple.org', domains)).toBe('ada@example.org');
    expect(nearMiss('ada@example.org', domains)).toBeNull();
  });

  test('keeps the local part and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.domain(), (local, domain) => {
        const meant = nearMiss(`${local}@${domain}`);
        if (meant === null) return;
        expect(meant.startsWith(`${local}@`)).toBe(true);
        expect(nearMiss(meant)).toBeNull();
      }),
    );
  });
});
