import { expect, test } from 'vitest';
import { isOwnPage } from '../../../main/shell/window/guards.ts';

const top = (url: string) => ({ url, parent: null });

test('only the top frame of the bundled page is trusted', () => {
  expect(isOwnPage(top('app://slipway/'))).toBe(true);
  expect(isOwnPage(top('app://slipway/index.html#folders'))).toBe(true);
  expect(isOwnPage({ url: 'app://slipway/', parent: top('app://slipway/') })).toBe(false);
  expect(isOwnPage(null)).toBe(false);
});

test.each([
  '',
  'about:blank',
  'app://slipway.example/',
  'app://slipway:1/',
  'app://user@slipway/',
  'app://example/?app://slipway/',
  'apps://slipway/',
  'https://slipway/',
  'file:///slipway/',
  'data:text/html,app://slipway/',
])('the address %j is not trusted', (url) => {
  expect(isOwnPage(top(url))).toBe(false);
});
