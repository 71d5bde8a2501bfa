import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinks } from '../../../main/api/links.ts';
import {
  activateVersion,
  createItemOperation,
  createOperation,
  deactivateVersion,
  deleteItem,
  deleteProfile,
  listOperation,
  type Operation,
  readOperation,
  updateProfile,
} from '../../../main/api/operations.ts';
import { readRoot } from '../../../main/api/resources/read-links.ts';
import { linkRelations } from '../../../main/api/wire.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const base = 'https://service.example:8443/tenant';
const at = new URL(`${base}/api/v3/testingdist/profiles`);
const operations: readonly Operation[] = [
  listOperation('appstore'),
  listOperation('testingdist'),
  createOperation('testingdist'),
  readOperation('testVersion', 7),
  readOperation('storeProfile', 7),
  activateVersion(7),
  deactivateVersion(7),
  updateProfile(7),
  deleteItem('appstore', 7),
  deleteItem('testingdist', 7),
  deleteProfile('appstore', 7),
  createItemOperation('testingdist', 7),
];

/** Addresses assembled from fragments that confuse URL parsers. */
const href = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'https:',
          'HTTP:',
          '//',
          '/',
          '\\',
          '@',
          ':',
          '.',
          '..',
          '?',
          '#',
          '%2f',
          '%00',
          '\t',
          '\n',
          ' ',
        ),
        fc.constantFrom(
          'service.example',
          'SERVICE.EXAMPLE',
          'service.example.',
          'evil.example',
          'sеrvice.example',
          'xn--',
          '[::1]',
          '127.1',
        ),
        fc.constantFrom(
          ':8443',
          ':443',
          ':08443',
          'eve:word@',
          'blob:',
          'file:',
          'javascript:',
          'data:',
          'api/v3',
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc.webUrl(),
  fc.constant(null),
);
const link = fc.record({
  href,
  rel: fc.constantFrom(...linkRelations),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', null),
});

test('arbitrary links resolve to the account origin and an HTTP method', () => {
  const { log } = collectedLog();
  let followed = 0;
  fc.assert(
    fc.property(fc.array(link, { minLength: 1, maxLength: 12 }), (links) => {
      const book = createLinks(base, log);
      for (const kind of ['testVersion', 'storeProfile', 'storeItem', 'testApplication'] as const) {
        book.add({ id: 7, _links: links }, kind, at);
      }
      book.addRoot(
        readRoot({ appStore: links, testingDist: links }) ?? { appStore: [], testingDist: [] },
        at,
      );
      for (const operation of operations) {
        const { url, method } = book.target(operation);
        expect([url.origin, url.protocol, url.username, url.password]).toEqual([
          new URL(base).origin,
          'https:',
          '',
          '',
        ]);
        expect(operation.method === 'GET' ? ['GET'] : ['GET', 'POST', 'PUT', 'DELETE']).toContain(method);
        if (url.href !== base + operation.path) followed += 1;
      }
    }),
    { numRuns: 500 },
  );
  // The test is meaningless if the client follows no links.
  expect(followed).toBeGreaterThan(250);
});

test('a resource of any shape adds no link to another origin', () => {
  const { log } = collectedLog();
  const name = fc.constantFrom(
    'id',
    'Id',
    '_value',
    '_links',
    'profiles',
    'lastProfile',
    'items',
    'profile',
    'href',
    'rel',
    'method',
    'toString',
    'valueOf',
    '__proto__',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      href,
      fc.integer(),
      fc.constant('self'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const book = createLinks(base, log);
      for (const kind of ['testVersion', 'storeProfile', 'storeItem', 'testApplication'] as const)
        book.add(value, kind, at);
      readRoot(value);
      for (const operation of operations)
        expect(book.target(operation).url.origin).toBe(new URL(base).origin);
    }),
    { numRuns: 500 },
  );
});
