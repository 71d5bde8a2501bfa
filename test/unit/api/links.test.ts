import { describe, expect, test } from 'vitest';
import { createLinks } from '../../../main/api/links.ts';
import {
  activateVersion,
  createItemOperation,
  createOperation,
  deactivateVersion,
  deleteItem,
  deleteProfile,
  listOperation,
  readOperation,
  updateProfile,
} from '../../../main/api/operations.ts';
import { readLinks, readRoot } from '../../../main/api/resources/read-links.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const base = 'https://service.example/tenant';
const at = new URL(`${base}/api/v3/testingdist/profiles/items/7`);
const built = `${at.href}/activate`;
const rel = 'activate_profile_item';

function learned(links: unknown, operation = activateVersion(7)) {
  const { log, lines } = collectedLog();
  const book = createLinks(base, log);
  book.add({ Id: 7, _links: links }, 'testVersion', at);
  const { method, url } = book.target(operation);
  return { method, href: url.href, lines, book };
}

describe('a link', () => {
  test.each([
    ['in any spelling', { HREF: '/moved', Rel: 'Activate_Profile_Item', Method: 'post' }, 'POST', '/moved'],
    ['with another method', { href: '/on', rel, method: 'PUT' }, 'PUT', '/on'],
    ['with the GET that the reference lists', { href: '/on', rel, method: 'GET' }, 'GET', '/on'],
    ['without a method', { href: '/on', rel }, 'POST', '/on'],
    ['with a method of null', { href: '/on', rel, method: null }, 'POST', '/on'],
    ['with spaces around it', { href: ' /on ', rel: ` ${rel} `, method: ' post ' }, 'POST', '/on'],
  ])('is followed %s', (_, link, method, path) => {
    expect(learned([link])).toMatchObject({ method, href: `https://service.example${path}` });
  });

  test.each([
    ['with its query', 'https://service.example/else?on=1', '/else?on=1'],
    ['relative to the response', '7/on', '/tenant/api/v3/testingdist/profiles/items/7/on'],
    ['as a query alone', '?on', '/tenant/api/v3/testingdist/profiles/items/7?on'],
    ['without its fragment', '/on#part', '/on'],
    ['with the host in capitals', 'HTTPS://SERVICE.EXAMPLE/on', '/on'],
    ['with the default port', 'https://service.example:443/on', '/on'],
    ['without its credentials', 'https://eve:word@service.example/on', '/on'],
    ['with the host alone', '//service.example/on', '/on'],
  ])('is resolved %s', (_, href, path) => {
    expect(learned([{ href, rel, method: 'POST' }]).href).toBe(`https://service.example${path}`);
  });

  test('is followed when other links in the list are invalid', () => {
    const odd = [null, 7, 'x', {}, { rel: 5 }, { rel: 'unknown', href: '/x', method: 'GET' }];
    expect(learned([...odd, { href: '/on', rel, method: 'POST' }, ...odd]).href).toBe(
      'https://service.example/on',
    );
    expect(learned({ _value: [{ href: '/on', rel, method: 'POST' }] }).href).toBe(
      'https://service.example/on',
    );
  });

  test('is followed to an internationalised host', () => {
    const { log } = collectedLog();
    const book = createLinks('https://bücher.example', log);
    const links = [{ href: 'https://xn--bcher-kva.example/on', rel, method: 'POST' }];
    book.add({ id: 7, _links: links }, 'testVersion', new URL('https://bücher.example/'));
    expect(book.target(activateVersion(7)).url.pathname).toBe('/on');
  });
});

describe('the default address', () => {
  test.each([
    ['no href', null],
    ['an empty href', ' '],
    ['an href that is a number', 7],
    ['another host', 'https://evil.example/x'],
    ['another host without a scheme', '//evil.example/x'],
    ['another host after backslashes', '\\\\evil.example/x'],
    ['a subdomain', 'https://a.service.example/x'],
    ['the host as a prefix', 'https://service.example.evil.example/x'],
    ['a trailing dot after the host', 'https://service.example./x'],
    ['a homograph of the host', 'https://sеrvice.example/x'],
    ['the host without TLS', 'http://service.example/x'],
    ['port 443 without TLS', 'http://service.example:443/x'],
    ['another port', 'https://service.example:8443/x'],
    ['the host as a user name', 'https://service.example@evil.example/x'],
    ['the host as user name and password', 'https://service.example:443@evil.example/x'],
    ['another scheme', 'ftp://service.example/x'],
    ['a blob: address', 'blob:https://service.example/x'],
    ['a javascript: address', 'javascript:alert(1)'],
    ['an invalid address', 'https://['],
  ])('is used for a link with %s', (_, href) => {
    expect(learned([{ href, rel, method: 'POST' }])).toMatchObject({ method: 'POST', href: built });
  });

  test.each(['DELETE', 'PATCH'])('is used for a link with the method %s', (method) => {
    const href = 'https://service.example/x';
    expect(learned([{ href, rel, method }])).toMatchObject({ method: 'POST', href: built });
    expect(learned(['nonsense'])).toMatchObject({ method: 'POST', href: built });
  });

  test.each([
    [listOperation('testingdist'), 'get_profiles', 'POST'],
    [createOperation('testingdist'), 'create_profile', 'GET'],
    [readOperation('testApplication', 3), 'self', 'DELETE'],
    [deleteProfile('testingdist', 3), 'delete_profile', 'GET'],
    [updateProfile(3), 'update_profile', 'DELETE'],
    [createItemOperation('testingdist', 3), 'create_profile_item', 'DELETE'],
    [deleteItem('testingdist', 3), 'delete_profile_item', 'GET'],
    [activateVersion(3), 'activate_profile_item', 'DELETE'],
  ] as const)('is used for %j when the link has a different method', (operation, name, method) => {
    const book = createLinks(base, collectedLog().log);
    const links = [{ rel: name, method, href: '/x' }];
    const { owner } = operation;
    if (owner.kind === 'area') book.addRoot({ appStore: [], testingDist: links }, at);
    else book.add({ id: 3, _links: links }, owner.kind, at);
    expect(book.target(operation)).toEqual({ method: operation.method, url: new URL(base + operation.path) });
  });

  test('is used and logged when the link is rejected', () => {
    const { lines } = learned([{ href: 'https://evil.example/x', rel, method: 'POST' }]);
    expect(lines.join('\n')).toContain('https://evil.example');
  });
});

test('add() caches the links of nested resources and lists', () => {
  const book = createLinks(base, collectedLog().log);
  const href = (name: string) => `https://service.example/${name}`;
  book.add(
    {
      _value: [
        {
          id: 3,
          profiles: {
            _value: [
              { id: 9, _links: [{ href: href('gone'), rel: 'delete_profile_item', method: 'DELETE' }] },
            ],
            _links: [{ href: href('more'), rel: 'create_profile_item', method: 'POST' }],
          },
          lastProfile: {
            _value: { id: 10 },
            _links: [{ href: href('off'), rel: 'deactivate_profile_item', method: 'DELETE' }],
          },
          _links: [{ href: href('self'), rel: 'self', method: 'GET' }],
        },
      ],
      _links: [{ href: href('new'), rel: 'create_profile', method: 'POST' }],
    },
    'testApplication',
    at,
  );
  expect(book.target(createItemOperation('testingdist', 3)).url.href).toBe(href('more'));
  expect(book.target(readOperation('testApplication', 3)).url.href).toBe(href('self'));
  expect(book.target(deleteItem('testingdist', 9)).url.href).toBe(href('gone'));
  expect(book.target(deactivateVersion(10)).url.href).toBe(href('off'));
  expect(book.target(createOperation('testingdist')).url.href).toBe(href('new'));
  expect(book.applicationIds()).toEqual([3]);
  book.remove({ kind: 'testVersion', id: 9 });
  expect(book.hasOwner({ kind: 'testVersion', id: 9 })).toBe(false);
  expect(book.target(listOperation('appstore')).url.href).toBe(`${base}/api/v3/appstore/profiles`);
});

test('a response with fewer links does not evict cached links', () => {
  const { book } = learned([{ href: '/on', rel, method: 'POST' }]);
  book.add(
    {
      id: 7,
      _links: [
        { href: null, rel, method: 'POST' },
        { href: '/7', rel: 'self', method: 'GET' },
      ],
    },
    'testVersion',
    at,
  );
  book.add({ id: 7 }, 'testVersion', at);
  expect(book.target(activateVersion(7)).url.pathname).toBe('/on');
  expect(book.target(readOperation('testVersion', 7)).url.pathname).toBe('/7');
});

test.each([
  ['/tenant/api/v3/testingdist/profiles/items/7', false],
  ['/tenant/api/v3/testingdist/profiles/items/7/activate', false],
  ['/tenant/api/v3/testingdist/profiles/7/items/', false],
  ['/tenant/api/v3/testingdist/versions/7', true],
  ['/api/v3/testingdist/profiles/items/7', true],
  ['/tenant/api/v3/testingdist/profiles/items/7/on', true],
])('hasOtherPaths() for a link to %s is %s', (href, strays) => {
  const { book } = learned([{ href, rel: 'self', method: 'GET' }]);
  expect(book.hasOtherPaths('testingdist')).toBe(strays);
  expect(book.hasOtherPaths('appstore')).toBe(false);
});

test('readRoot normalises names and skips invalid links', () => {
  const root = {
    _value: {
      APPSTORE: { _value: [{ Rel: 'GET_PROFILES', Href: '/a', Method: 'get' }] },
      testing_dist: [{ rel: 'create_profile' }, { rel: 'x', method: 'TRACE' }, 7],
    },
  };
  expect(readRoot(root)).toEqual({
    appStore: [{ rel: 'get_profiles', href: '/a', method: 'GET' }],
    testingDist: [{ rel: 'create_profile', href: null, method: 'POST' }],
  });
  expect(readRoot({ testingDist: [] })).toEqual({ appStore: [], testingDist: [] });
  for (const none of [null, undefined, 7, [], {}, { appStore: null }, { testingDist: 'x' }]) {
    expect(readRoot(none)).toBeNull();
  }
  expect(readLinks('x')).toEqual([]);
});
