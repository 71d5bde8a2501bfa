/** The links a service has given, by the resource they belong to. Nothing here sends anything. */
import type { Log } from '../base/log.ts';
import type { Method } from './http.ts';
import {
  areaOf,
  areaOfKind,
  isPathOfReference,
  type Kind,
  type Operation,
  type Owner,
  type Relation,
} from './operations.ts';
import { isObject, property, readNumber, unwrap } from './read.ts';
import { readLinks, relationOf } from './read-links.ts';
import type { Area, Link, Root } from './wire.ts';

/** Where a request goes. */
export type Target = { readonly method: Method; readonly url: URL };

export type Links = {
  /**
   * Keeps the links of a JSON resource or list and of all it holds. `kind` says what it, or each of its items, is; `at` is
   * the address it came from, to which its links may be relative.
   */
  learn(value: unknown, kind: Kind, at: URL): void;
  learnRoot(root: Root, at: URL): void;
  /** True once a link of this owner was seen. */
  met(owner: Owner): boolean;
  /** True when a link leads to the operation. */
  leadTo(operation: Operation): boolean;
  /** True when links of the area lead to other addresses than the reference has. */
  stray(area: Area): boolean;
  /** Ids of the applications whose links were seen. */
  applications(): readonly number[];
  forget(owner: Owner): void;
  /** The link for an operation; the address the reference has for it when there is no usable one. */
  target(operation: Operation): Target;
};

/** Methods a link may ask for; any other is taken for a mistake of the service. The reference itself lists activate as GET. */
const sensible: Readonly<Record<Relation, readonly Method[]>> = {
  get_profiles: ['GET'],
  create_profile: ['POST', 'PUT'],
  self: ['GET'],
  delete_profile: ['DELETE', 'POST'],
  update_profile: ['PUT', 'POST'],
  create_profile_item: ['POST', 'PUT'],
  delete_profile_item: ['DELETE', 'POST'],
  activate_profile_item: ['POST', 'PUT', 'GET'],
  deactivate_profile_item: ['DELETE', 'POST', 'PUT', 'GET'],
};

const held: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  storeProfile: { items: 'storeItem' },
  storeItem: { profile: 'storeProfile' },
  testApplication: { profiles: 'testVersion', lastProfile: 'testVersion' },
  testVersion: {},
};

/** A link that may be followed, or why it may not. */
type Known = Target | { readonly refused: string };

/** `baseUrl` is the account's: no link that leads to another origin is ever used, so the token never goes there. */
export function createLinks(baseUrl: string, log: Log): Links {
  const known = new Map<string, ReadonlyMap<Relation, Known>>();
  const straying = new Set<Area>();
  const base = new URL(baseUrl);

  const keep = (owner: Owner, links: readonly Link[], at: URL): void => {
    const before = known.get(keyOf(owner));
    const all = new Map(before);
    for (const link of links) {
      const relation = relationOf(link.rel);
      if (relation === null || link.href === null) continue;
      const usable = readTarget(link.href, link.method, at, base, sensible[relation]);
      all.set(relation, usable);
      if ('url' in usable && !isPathOfReference(areaOf(owner), base, usable.url)) straying.add(areaOf(owner));
    }
    if (links.length > 0) known.set(keyOf(owner), all);
  };
  const learnOne = (value: unknown, kind: Kind, at: URL): void => {
    const resource = unwrap(value);
    if (!isObject(value) || !isObject(resource)) return;
    const id = readNumber(property(resource, 'id'));
    if (typeof id !== 'number' || !Number.isInteger(id)) return;
    for (const [name, childKind] of Object.entries(held[kind])) {
      const child = property(resource, name);
      // What stands beside a wrapped list belongs to the one who holds it.
      keep({ kind, id }, linksBeside(child), at);
      learn(child, childKind, at);
    }
    const own = readLinks(property(resource, '_links'));
    keep({ kind, id }, resource === value ? own : [...readLinks(property(value, '_links')), ...own], at);
  };
  const learn = (value: unknown, kind: Kind, at: URL): void => {
    const items = unwrap(value);
    if (Array.isArray(items)) for (const item of items) learnOne(item, kind, at);
    else learnOne(value, kind, at);
  };

  return {
    learn: (value, kind, at) => {
      keep({ kind: 'area', area: areaOfKind(kind) }, linksBeside(value), at);
      learn(value, kind, at);
    },
    learnRoot: (root, at) => {
      keep({ kind: 'area', area: 'appstore' }, root.appStore, at);
      keep({ kind: 'area', area: 'testingdist' }, root.testingDist, at);
    },
    met: (owner) => known.has(keyOf(owner)),
    leadTo: ({ owner, rel }) => rel !== null && known.get(keyOf(owner))?.has(rel) === true,
    stray: (area) => straying.has(area),
    applications: () => idsOf('testApplication', known.keys()),
    forget: (owner) => {
      known.delete(keyOf(owner));
    },
    target: ({ owner, rel, method, path }) => {
      const built: Target = { method, url: new URL(baseUrl + path) };
      const link = rel === null ? undefined : known.get(keyOf(owner))?.get(rel);
      if (!link) return built;
      if ('url' in link) return link;
      log.warn('A link of the service is not followed', { rel, reason: link.refused });
      return built;
    },
  };
}

function readTarget(href: string, method: Method, at: URL, base: URL, methods: readonly Method[]): Known {
  if (!URL.canParse(href, at.href)) return { refused: 'it is no address' };
  const url = new URL(href, at);
  if (url.origin !== base.origin || url.protocol !== base.protocol) {
    return { refused: `it leads to ${url.protocol}//${url.host}` };
  }
  if (!methods.includes(method)) return { refused: `it asks for ${method}` };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { method, url };
}

/** The links that stand beside `_value` in a wrapped list. */
function linksBeside(value: unknown): readonly Link[] {
  return isObject(value) && Array.isArray(unwrap(value)) ? readLinks(property(value, '_links')) : [];
}

function keyOf(owner: Owner): string {
  return owner.kind === 'area' ? owner.area : `${owner.kind}/${owner.id}`;
}

function idsOf(kind: Kind, keys: Iterable<string>): readonly number[] {
  const prefix = `${kind}/`;
  return [...keys].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
}
