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
])('%s is answered with %s', (accept, mediaType) => {
  expect(negotiate(accept)).toEqual({ links: mediaType !== 'application/json', mediaType });
});

test.each([
  'text/html',
  'application/xml, text/*',
  'application/json;q=0',
  `${link};q=0`,
  'application/vnd.acme.other+json',
  'nonsense',
])('%s fits nothing', (accept) => {
  expect(negotiate(accept)).toBeNull();
});
