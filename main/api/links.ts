/** The links a service has given, by the resource they belong to. Nothing here sends anything. */
import type { Log } from '../base/log.ts';
import type { Method } from './http.ts';
import type { Kind, Operation, Owner, Relation } from './operations.ts';
import { isObject, property, unwrap } from './read.ts';
import type { Root } from './wire.ts';

/** Where a request goes. */
export type Target = { readonly method: Method; readonly url: URL };

export type Links = {
  /** Keeps the links of a JSON resource and of what it holds. `kind` says what it, or each of its items, is. */
  learn(value: unknown, kind: Kind): void;
  learnRoot(root: Root): void;
  /** True once links of this owner were seen. */
  knows(owner: Owner): boolean;
  forget(owner: Owner): void;
  /** The link for an operation; its own address when no usable link is known. */
  target(operation: Operation): Target;
};

/** Methods a link may ask for; any other is taken for a mistake of the service, and the operation's own address is used. */
const sensible: Readonly<Record<Method, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST', 'PUT'],
  PUT: ['PUT', 'POST'],
  DELETE: ['DELETE', 'POST'],
};

const held: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  storeProfile: { items: 'storeItem' },
  storeItem: { profile: 'storeProfile' },
  testApplication: { profiles: 'testVersion', lastProfile: 'testVersion' },
  testVersion: {},
};

type KnownLinks = ReadonlyMap<string, { readonly href: string; readonly method: string }>;

/** `baseUrl` is the account's; a link that leads to another origin is never used, so the token never goes there. */
export function createLinks(baseUrl: string, log: Log): Links {
  const known = new Map<string, KnownLinks>();
  const origin = new URL(baseUrl).origin;

  const learnOne = (value: unknown, kind: Kind): void => {
    if (!isObject(value)) return;
    const resource = unwrap(value);
    if (!isObject(resource)) return;
    const id = Number(property(resource, 'id'));
    if (!Number.isInteger(id)) return;
    const own = readLinks(property(resource, '_links'));
    for (const [name, childKind] of Object.entries(held[kind])) {
      const child = property(resource, name);
      for (const [rel, link] of readLinks(isObject(child) ? linksBeside(child) : null)) {
        if (!own.has(rel)) own.set(rel, link);
      }
      learn(child, childKind);
    }
    if (own.size > 0) known.set(keyOf({ kind, id }), own);
  };
  const learn = (value: unknown, kind: Kind): void => {
    const items = unwrap(value);
    if (Array.isArray(items)) for (const item of items) learnOne(item, kind);
    else learnOne(value, kind);
  };

  return {
    learn,
    learnRoot: (root) => {
      known.set(keyOf({ kind: 'area', area: 'appstore' }), readLinks(root.appStore));
      known.set(keyOf({ kind: 'area', area: 'testingdist' }), readLinks(root.testingDist));
    },
    knows: (owner) => known.has(keyOf(owner)),
    forget: (owner) => {
      known.delete(keyOf(owner));
    },
    target: (operation) => {
      const built: Target = { method: operation.method, url: new URL(baseUrl + operation.path) };
      const { rel } = operation;
      const link = rel === null ? undefined : known.get(keyOf(operation.owner))?.get(rel);
      if (rel === null || !link) return built;
      const usable = readTarget(link, built, origin);
      if (typeof usable !== 'string') return usable;
      log.warn('A link of the service is not followed', { rel, reason: usable });
      return built;
    },
  };
}

/** The target of a link, or why it is not followed. */
function readTarget(
  link: { readonly href: string; readonly method: string },
  built: Target,
  origin: string,
): Target | string {
  if (!URL.canParse(link.href, built.url.href)) return 'it is no address';
  const url = new URL(link.href, built.url);
  if (url.origin !== origin) return `it leads to ${url.origin}`;
  const method = sensible[built.method].find((one) => one === link.method);
  return method ? { method, url } : `it asks for ${link.method}`;
}

function readLinks(value: unknown): Map<Relation | string, { href: string; method: string }> {
  const links = new Map<string, { href: string; method: string }>();
  for (const item of Array.isArray(value) ? value : []) {
    if (!isObject(item)) continue;
    const [href, rel, method] = [property(item, 'href'), property(item, 'rel'), property(item, 'method')];
    if (typeof href !== 'string' || href === '' || typeof rel !== 'string') continue;
    links.set(rel.toLowerCase(), { href, method: String(method ?? '').toUpperCase() });
  }
  return links;
}

/** The links that stand beside `_value` in a wrapped list; they belong to what holds the list. */
function linksBeside(wrapped: Record<string, unknown>): unknown {
  return Array.isArray(unwrap(wrapped)) ? property(wrapped, '_links') : null;
}

function keyOf(owner: Owner): string {
  return owner.kind === 'area' ? owner.area : `${owner.kind}/${owner.id}`;
}
