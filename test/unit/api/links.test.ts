import { expect, test } from 'vitest';
import { createLinks } from '../../../main/api/links.ts';
import { activateVersion, createItemIn, deleteItem, listOf, selfOf } from '../../../main/api/operations.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const base = 'https://service.example/tenant';

function learned(links: readonly unknown[]) {
  const { log, lines } = collectedLog();
  const book = createLinks(base, log);
  book.learn({ Id: 7, _links: links }, 'testVersion');
  const { method, url } = book.target(activateVersion(7));
  return { method, href: url.href, lines };
}

const built = `${base}/api/v3/testingdist/profiles/items/7/activate`;
const rel = 'activate_profile_item';

test('follows href and method as given', () => {
  const link = { href: 'https://service.example/elsewhere?on=1', rel, method: 'PUT' };
  expect(learned([link])).toMatchObject({ method: 'PUT', href: link.href });
  expect(learned([{ HREF: '/moved', Rel: 'Activate_Profile_Item', Method: 'post' }])).toMatchObject({
    method: 'POST',
    href: 'https://service.example/moved',
  });
});

test.each([
  ['no href', { href: null, rel, method: 'POST' }],
  ['an empty href', { href: '', rel, method: 'POST' }],
  ['another host', { href: 'https://evil.example/x', rel, method: 'POST' }],
  ['the host without TLS', { href: 'http://service.example/x', rel, method: 'POST' }],
  ['another port', { href: 'https://service.example:8443/x', rel, method: 'POST' }],
  ['a host in disguise', { href: 'https://service.example@evil.example/x', rel, method: 'POST' }],
  ['no network address', { href: 'javascript:alert(1)', rel, method: 'POST' }],
  ['a method that does something else', { href: 'https://service.example/x', rel, method: 'DELETE' }],
  ['no link at all', 'nonsense'],
])('with %s the address of the reference is used', (_, link) => {
  expect(learned([link])).toMatchObject({ method: 'POST', href: built });
});

test('learns the links of what a resource holds, and of wrapped lists', () => {
  const book = createLinks(base, collectedLog().log);
  const href = (name: string) => `https://service.example/${name}`;
  book.learn(
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
          _links: [{ href: href('self'), rel: 'self', method: 'GET' }],
        },
      ],
      _links: [],
    },
    'testApplication',
  );
  expect(book.target(createItemIn('testingdist', 3)).url.href).toBe(href('more'));
  expect(book.target(selfOf('testApplication', 3)).url.href).toBe(href('self'));
  expect(book.target(deleteItem('testingdist', 9)).url.href).toBe(href('gone'));
  book.forget({ kind: 'testVersion', id: 9 });
  expect(book.knows({ kind: 'testVersion', id: 9 })).toBe(false);
  expect(book.target(listOf('appstore')).url.href).toBe(`${base}/api/v3/appstore/profiles`);
});
