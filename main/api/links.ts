/** Stores links received from a service, by owner. Sends no requests. */
import type { Log } from '../base/log/log.ts';
import {
  areaOf,
  areaOfKind,
  isReferencePath,
  type Kind,
  type Operation,
  type Owner,
  type Relation,
} from './operations.ts';
import { isObject, property, readNumber, unwrap } from './resources/read.ts';
import { readLinks, relationOf } from './resources/read-links.ts';
import type { Method } from './transport/http-types.ts';
import { resolveSameOrigin } from './transport/same-origin.ts';
import type { Area, Link, Root } from './wire.ts';

export type Target = { readonly method: Method; readonly url: URL };

export type Links = {
  /**
   * Stores the links of a resource or list and of all nested resources. `kind` is the kind of the resource or
   * of each list item. Relative links resolve against `at`, the address of the response.
   */
  add(value: unknown, kind: Kind, at: URL): void;
  addRoot(root: Root, at: URL): void;
  hasOwner(owner: Owner): boolean;
  hasLink(operation: Pick<Operation, 'owner' | 'rel'>): boolean;
  /** Returns true if the area's links have other paths than the API reference. */
  hasOtherPaths(area: Area): boolean;
  applicationIds(): readonly number[];
  remove(owner: Owner): void;
  clear(): void;
  /** Returns the target of a usable link; null if there is none. */
  find(operation: Pick<Operation, 'owner' | 'rel'>): Target | null;
  /** Returns the link for the operation. Without a usable link, returns the path from the API reference. */
  target(operation: Operation): Target;
};

/** Links with another method are ignored. GET is accepted for `activate`, as in the API reference. */
const allowedMethods: Readonly<Record<Relation, readonly Method[]>> = {
  get_profiles: ['GET'],
  create_profile: ['POST', 'PUT'],
  self: ['GET'],
  delete_profile: ['DELETE', 'POST'],
  update_profile: ['PUT', 'POST'],
  create_profile_item: ['POST', 'PUT'],
  delete_profile_item: ['DELETE', 'POST'],
  activate_profile_item: ['POST', 'PUT', 'GET'],
  deactivate_profile_item: ['DELETE', 'POST', 'PUT', 'GET'],
  create_resumable_upload: ['POST'],
};

const childKinds: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  storeProfile: { items: 'storeItem' },
  storeItem: { profile: 'storeProfile' },
  testApplication: { profiles: 'testVersion', lastProfile: 'testVersion' },
  testVersion: {},
};

type StoredLink = { readonly href: string; readonly method: Method; readonly at: URL };

/** Creates an empty store. Ignores links to another origin than `baseUrl`, which would leak the token. */
export function createLinks(baseUrl: string, log: Log): Links {
  const known = new Map<string, { readonly owner: Owner; readonly links: Map<Relation, StoredLink> }>();
  const base = new URL(baseUrl);

  const store = (owner: Owner, links: readonly Link[], at: URL): void => {
    if (links.length === 0) return;
    const entry = known.get(keyOf(owner)) ?? { owner, links: new Map<Relation, StoredLink>() };
    known.set(keyOf(owner), entry);
    for (const { rel, href, method } of links) {
      const relation = relationOf(rel);
      if (relation !== null && href !== null) entry.links.set(relation, { href, method, at });
    }
  };
  const addResource = (value: unknown, kind: Kind, at: URL): void => {
    const resource = unwrap(value);
    if (!isObject(value) || !isObject(resource)) return;
    const id = readNumber(property(resource, 'id'));
    if (typeof id !== 'number' || !Number.isInteger(id)) return;
    for (const [name, childKind] of Object.entries(childKinds[kind])) {
      const child = property(resource, name);
      // In a wrapped list, the links beside `_value` belong to the owner of the list.
      store({ kind, id }, siblingLinks(child), at);
      learn(child, childKind, at);
    }
    const own = readLinks(property(resource, '_links'));
    store({ kind, id }, resource === value ? own : [...readLinks(property(value, '_links')), ...own], at);
  };
  const learn = (value: unknown, kind: Kind, at: URL): void => {
    const items = unwrap(value);
    if (Array.isArray(items)) for (const item of items) addResource(item, kind, at);
    else addResource(value, kind, at);
  };
  const linkFor = ({ owner, rel }: Pick<Operation, 'owner' | 'rel'>): StoredLink | undefined =>
    rel === null ? undefined : known.get(keyOf(owner))?.links.get(rel);
  const find: Links['find'] = (operation) => {
    const { rel } = operation;
    const link = linkFor(operation);
    if (rel === null || !link) return null;
    const target = readTarget(link, base, allowedMethods[rel]);
    if (typeof target !== 'string') return target;
    log.warn('Ignored a link of the service', { rel, reason: target });
    return null;
  };

  return {
    add: (value, kind, at) => {
      store({ kind: 'area', area: areaOfKind(kind) }, siblingLinks(value), at);
      learn(value, kind, at);
    },
    addRoot: (root, at) => {
      store({ kind: 'area', area: 'appstore' }, root.appStore, at);
      store({ kind: 'area', area: 'testingdist' }, root.testingDist, at);
    },
    hasOwner: (owner) => known.has(keyOf(owner)),
    hasLink: (operation) => linkFor(operation) !== undefined,
    hasOtherPaths: (area) => {
      for (const { owner, links } of known.values()) {
        if (areaOf(owner) === area && [...links].some((link) => hasOtherPath(area, base, link))) return true;
      }
      return false;
    },
    applicationIds: () =>
      [...known.values()].flatMap(({ owner }) => (owner.kind === 'testApplication' ? [owner.id] : [])),
    remove: (owner) => {
      known.delete(keyOf(owner));
    },
    clear: () => known.clear(),
    find,
    target: (operation) =>
      find(operation) ?? { method: operation.method, url: new URL(baseUrl + operation.path) },
  };
}

/** Returns the target of a link, or the reason not to follow it. */
function readTarget(
  { href, method, at }: StoredLink,
  base: URL,
  methods: readonly Method[],
): Target | string {
  const url = resolveSameOrigin(base, href, at);
  if (typeof url === 'string') return url;
  return methods.includes(method) ? { method, url } : `it requires ${method}`;
}

function hasOtherPath(area: Area, base: URL, [relation, link]: readonly [Relation, StoredLink]): boolean {
  // The API reference has no path for resumable uploads.
  if (relation === 'create_resumable_upload') return false;
  const target = readTarget(link, base, allowedMethods[relation]);
  return typeof target !== 'string' && !isReferencePath(area, base, target.url);
}

/** Returns the links beside `_value` in a wrapped list. */
function siblingLinks(value: unknown): readonly Link[] {
  return isObject(value) && Array.isArray(unwrap(value)) ? readLinks(property(value, '_links')) : [];
}

function keyOf(owner: Owner): string {
  return owner.kind === 'area' ? owner.area : `${owner.kind}/${owner.id}`;
}
