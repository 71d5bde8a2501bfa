/** Links received from a service, by their owner. Sends no requests. */
import type { Log } from '../base/log/log.ts';
import {
  areaOf,
  areaOfKind,
  isPathOfReference,
  type Kind,
  type Operation,
  type Owner,
  type Relation,
} from './operations.ts';
import { isObject, property, readNumber, unwrap } from './resources/read.ts';
import { readLinks, relationOf } from './resources/read-links.ts';
import { addressWithin } from './transport/address-within.ts';
import type { Method } from './transport/http-types.ts';
import type { Area, Link, Root } from './wire.ts';

export type Target = { readonly method: Method; readonly url: URL };

export type Links = {
  /**
   * Stores the links of a JSON resource or list and of all nested resources. `kind` is that of the resource
   * or of each item. Relative links resolve against `at`, the address of the response.
   */
  learn(value: unknown, kind: Kind, at: URL): void;
  learnRoot(root: Root, at: URL): void;
  /** Returns true if links of this owner are stored. */
  met(owner: Owner): boolean;
  /** Returns true if a link for the operation is stored. */
  leadTo(operation: Operation): boolean;
  /** Returns true if links of the area have other paths than the reference. */
  stray(area: Area): boolean;
  applications(): readonly number[];
  forget(owner: Owner): void;
  clear(): void;
  /** Returns the link for the operation; the address of the reference if there is no usable link. */
  target(operation: Operation): Target;
};

/** Methods that a link may have; others count as mistakes. The reference itself lists activate as GET. */
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

/** A link as received; it is resolved when it is used. */
type Known = { readonly href: string; readonly method: Method; readonly at: URL };

/** Creates an empty store. Ignores links to another origin than `baseUrl`, which would leak the token. */
export function createLinks(baseUrl: string, log: Log): Links {
  const known = new Map<string, { readonly owner: Owner; readonly links: Map<Relation, Known> }>();
  const base = new URL(baseUrl);

  const keep = (owner: Owner, links: readonly Link[], at: URL): void => {
    if (links.length === 0) return;
    const kept = known.get(keyOf(owner)) ?? { owner, links: new Map<Relation, Known>() };
    known.set(keyOf(owner), kept);
    for (const { rel, href, method } of links) {
      const relation = relationOf(rel);
      if (relation !== null && href !== null) kept.links.set(relation, { href, method, at });
    }
  };
  const learnOne = (value: unknown, kind: Kind, at: URL): void => {
    const resource = unwrap(value);
    if (!isObject(value) || !isObject(resource)) return;
    const id = readNumber(property(resource, 'id'));
    if (typeof id !== 'number' || !Number.isInteger(id)) return;
    for (const [name, childKind] of Object.entries(held[kind])) {
      const child = property(resource, name);
      // Links beside a wrapped list belong to the owner of the list.
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
  const linkTo = ({ owner, rel }: Operation): Known | undefined =>
    rel === null ? undefined : known.get(keyOf(owner))?.links.get(rel);

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
    leadTo: (operation) => linkTo(operation) !== undefined,
    stray: (area) => {
      for (const { owner, links } of known.values()) {
        if (areaOf(owner) === area && [...links].some((link) => straysFrom(area, base, link))) return true;
      }
      return false;
    },
    applications: () =>
      [...known.values()].flatMap(({ owner }) => (owner.kind === 'testApplication' ? [owner.id] : [])),
    forget: (owner) => {
      known.delete(keyOf(owner));
    },
    clear: () => known.clear(),
    target: (operation) => {
      const { rel, method, path } = operation;
      const built: Target = { method, url: new URL(baseUrl + path) };
      const link = linkTo(operation);
      if (rel === null || !link) return built;
      const target = readTarget(link, base, sensible[rel]);
      if (typeof target !== 'string') return target;
      log.warn('A link of the service is not followed', { rel, reason: target });
      return built;
    },
  };
}

/** Returns the target of a link, or the reason not to follow it. */
function readTarget({ href, method, at }: Known, base: URL, methods: readonly Method[]): Target | string {
  const url = addressWithin(base, href, at);
  if (typeof url === 'string') return url;
  return methods.includes(method) ? { method, url } : `it asks for ${method}`;
}

function straysFrom(area: Area, base: URL, [relation, link]: readonly [Relation, Known]): boolean {
  const target = readTarget(link, base, sensible[relation]);
  return typeof target !== 'string' && !isPathOfReference(area, base, target.url);
}

/** Returns the links beside `_value` in a wrapped list. */
function linksBeside(value: unknown): readonly Link[] {
  return isObject(value) && Array.isArray(unwrap(value)) ? readLinks(property(value, '_links')) : [];
}

function keyOf(owner: Owner): string {
  return owner.kind === 'area' ? owner.area : `${owner.kind}/${owner.id}`;
}
