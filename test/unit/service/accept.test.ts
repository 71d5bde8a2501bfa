import fc from 'fast-check';
import { expect, test } from 'vitest';
import { negotiate } from '../../../main/service/http/accept.ts';

const link = 'application/vnd.acme.hateaos+json';

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json', 'application/json'],
  ['APPLICATION/JSON; charset=utf-8', 'application/json'],
  [link, link],
  ['application/vnd.a-b.c.hateaos+json', 'application/vnd.a-b.c.hateaos+json'],
  [`application/json, ${link}`, 'application/json'],
  [`${link}, application/json`, link],
  [`${link};q=0.4, application/json;q=0.5`, 'application/json'],
  [`${link}, */*`, link],
  [`*/*, ${link}`, link],
  [`*/*;q=0.1, ${link};q=0.05`, 'application/json'],
  ['application/json;q=0, */*', 'application/vnd.slipway.hateaos+json'],
  ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
  ['nonsense, application/json', 'application/json'],
  ['application/VND.Acme.hateaos+JSON', 'application/VND.Acme.hateaos+JSON'],
  [`application/json; q = 0.5 , ${link}; Q=0.6`, link],
  [`application/json;note="a, */*;q=1;\\" b";q=0.2, ${link};q=0.3`, link],
  [`${link};q=1.000, application/json;q=1`, link],
  [`application/json;q=0, application/json;version=2`, 'application/json'],
  [`${link};q=2, application/json`, 'application/json'],
  [`${link};q=, application/json;q=0.001`, 'application/json'],
  ['text/html, image/gif, *; q=.2, */*; q=.2', 'application/json'],
  ['application/vnd.one.hateaos+json;q=0, application/*', 'application/json'],
  [
    'application/json;q=0, application/vnd.one.hateaos+json;q=0, application/*',
    'application/vnd.slipway.hateaos+json',
  ],
  [',, ,application/json,', 'application/json'],
])('negotiate answers %s with %s', (accept, mediaType) => {
  expect(negotiate(accept)).toEqual({ links: mediaType !== 'application/json', mediaType });
});

test.each([
  'text/html',
  'application/xml, text/*',
  'application/json;q=0',
  `${link};q=0`,
  'application/vnd.acme.other+json',
  'nonsense',
  'application/json;q=1.5',
  'application/json;q=-1',
  'application/json;q=0x1',
  'application/json;q="1"',
  '"application/json"',
  'application/vnd..hateaos+json',
  'application/vnd.*.hateaos+json',
  'application/vnd.acme.hateoas+json',
  '*/json',
  ',',
])('negotiate returns null for %s', (accept) => {
  expect(negotiate(accept)).toBeNull();
});

type Given = { readonly type: string; readonly weight: number };

const types = fc.oneof(
  fc.constantFrom('application/json', 'application/*', '*/*', 'text/html', 'application/xml'),
  fc
    .constantFrom('acme', 'a-b.c', '7', 'Mixed.Case')
    .map((vendor) => `application/vnd.${vendor}.hateaos+json`),
);
const given: fc.Arbitrary<Given> = fc.record({
  type: types,
  weight: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
});

/** Formats the ranges as an Accept header with varying spelling. */
function write(ranges: readonly Given[], style: readonly number[]): string {
  const written = ranges.map(({ type, weight }, index) => {
    const kind = style[index % style.length] ?? 0;
    const name = kind % 2 === 0 ? type : type.replace('application', 'Application');
    const before = ['', ';charset=utf-8', '; note="a;q=0.1, */*"', ' ;x=y'][kind % 4] ?? '';
    const quality = weight === 1 && kind % 3 === 0 ? '' : ` ; q=${weight.toFixed((kind % 3) + 1)}`;
    return `${name}${before}${quality}`;
  });
  return written.join(style.length % 2 === 0 ? ',' : ' , ');
}

/** Returns the weight of a media type, which the most specific matching range determines. */
function weightOf(ranges: readonly Given[], mediaType: string): number {
  for (const pattern of [mediaType.toLowerCase(), 'application/*', '*/*']) {
    const weights = ranges.filter(({ type }) => type.toLowerCase() === pattern).map(({ weight }) => weight);
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

test('negotiate returns the accepted type with the highest weight', () => {
  const lists = fc.uniqueArray(given, { selector: ({ type }) => type, minLength: 1, maxLength: 6 });
  const styles = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lists, styles, (ranges, style) => {
      const links = ranges.map(({ type }) => type).filter((type) => type.includes('hateaos'));
      const possible = ['application/json', 'application/vnd.slipway.hateaos+json', ...links];
      const max = Math.max(...possible.map((type) => weightOf(ranges, type)));
      const mode = negotiate(write(ranges, style));
      expect(mode === null).toBe(max === 0);
      if (!mode) return;
      const expected = possible.find((type) => type.toLowerCase() === mode.mediaType.toLowerCase());
      expect(expected).toBeDefined();
      expect(mode.links).toBe(expected !== 'application/json');
      expect(weightOf(ranges, expected ?? '')).toBe(max);
    }),
    { numRuns: 1_000 },
  );
});

test('negotiate returns a known type or null for any text', () => {
  const piece = fc.constantFrom(
    ...[
      'application',
      '/',
      'json',
      '*',
      ',',
      ';',
      'q',
      '=',
      '0',
      '.',
      '1',
      '"',
      '\\',
      ' ',
      'vnd.',
      'acme',
      '.hateaos+json',
      '\t',
    ],
  );
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const mode = negotiate(text);
      const isKnown = /^application\/(json|vnd\.[\w!#$&^.+-]+\.hateaos\+json)$/i;
      if (mode) expect(mode.mediaType).toMatch(isKnown);
    }),
    { numRuns: 1_000 },
  );
});
