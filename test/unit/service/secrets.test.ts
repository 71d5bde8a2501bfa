import { expect, test } from 'vitest';
import { randomLink } from '../../../main/service/identity/secrets.ts';

test('a link token has 144 bits and ends with a letter or digit', () => {
  const tokens = Array.from({ length: 2_000 }, randomLink);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{23}[A-Za-z0-9]$/);
  expect(new Set(tokens).size).toBe(tokens.length);
});
