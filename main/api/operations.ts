/** Operations of the distribution API: link relation, method, and path as in the API reference. Pure. */
import type { Method } from './transport/http-types.ts';
import type { Area, linkRelations } from './wire.ts';

export type Relation = (typeof linkRelations)[number];

export type Kind = 'storeProfile' | 'storeItem' | 'testApplication' | 'testVersion';

export type Owner =
  | { readonly kind: Kind; readonly id: number }
  | { readonly kind: 'area'; readonly area: Area };

export type Operation = {
  readonly owner: Owner;
  /** Null if the API has no link for the operation. */
  readonly rel: Relation | null;
  readonly method: Method;
  /** Relative to the account's base address. */
  readonly path: string;
};

const version = '/api/v3';
const paths = { appstore: `${version}/appstore/profiles`, testingdist: `${version}/testingdist/profiles` };

export const rootPath = `${version}/root`;

export function areaOf(owner: Owner): Area {
  return owner.kind === 'area' ? owner.area : areaOfKind(owner.kind);
}

export function areaOfKind(kind: Kind): Area {
  return kind === 'storeProfile' || kind === 'storeItem' ? 'appstore' : 'testingdist';
}

export function isReferencePath(area: Area, base: URL, url: URL): boolean {
  const start = base.pathname.replace(/\/$/, '') + paths[area];
  const rest = url.pathname.slice(start.length);
  return url.pathname.startsWith(start) && /^(\/items)?(\/\d+)?(\/items|\/activate)?\/?$/.test(rest);
}

const selfPaths = {
  storeProfile: `${paths.appstore}/`,
  testApplication: `${paths.testingdist}/`,
  testVersion: `${paths.testingdist}/items/`,
} as const;

/** The API has no request that reads a single store item. */
export function readOperation(kind: Exclude<Kind, 'storeItem'>, id: number): Operation {
  return { owner: { kind, id }, rel: 'self', method: 'GET', path: selfPaths[kind] + id };
}

/** Lists teams and members. Only the built-in service has this endpoint. */
export const listPeople: Operation = {
  owner: { kind: 'area', area: 'testingdist' },
  rel: null,
  method: 'GET',
  path: `${version}/people`,
};

export function listOperation(area: Area): Operation {
  return { owner: { kind: 'area', area }, rel: 'get_profiles', method: 'GET', path: paths[area] };
}

export function createOperation(area: Area): Operation {
  return { owner: { kind: 'area', area }, rel: 'create_profile', method: 'POST', path: paths[area] };
}

export function updateProfile(id: number): Operation {
  const owner = { kind: 'storeProfile', id } as const;
  return { owner, rel: 'update_profile', method: 'PUT', path: `${paths.appstore}/${id}` };
}

export function deleteProfile(area: Area, id: number): Operation {
  const kind = area === 'appstore' ? 'storeProfile' : 'testApplication';
  return { owner: { kind, id }, rel: 'delete_profile', method: 'DELETE', path: `${paths[area]}/${id}` };
}

export function createItemOperation(area: Area, id: number): Operation {
  const kind = area === 'appstore' ? 'storeProfile' : 'testApplication';
  const path = area === 'appstore' ? `${paths.appstore}/${id}` : `${paths.testingdist}/${id}/items`;
  return { owner: { kind, id }, rel: 'create_profile_item', method: 'POST', path };
}

/** Returns an operation without a path: the API reference has none, so a link is required. */
export function resumableUpload(owner: Owner): Pick<Operation, 'owner' | 'rel'> {
  return { owner, rel: 'create_resumable_upload' };
}

export function deleteItem(area: Area, id: number): Operation {
  const kind = area === 'appstore' ? 'storeItem' : 'testVersion';
  const path = `${paths[area]}/items/${id}`;
  return { owner: { kind, id }, rel: 'delete_profile_item', method: 'DELETE', path };
}

export function activateVersion(id: number): Operation {
  const owner = { kind: 'testVersion', id } as const;
  const path = `${paths.testingdist}/items/${id}/activate`;
  return { owner, rel: 'activate_profile_item', method: 'POST', path };
}

export function deactivateVersion(id: number): Operation {
  const owner = { kind: 'testVersion', id } as const;
  const path = `${paths.testingdist}/items/${id}/activate`;
  return { owner, rel: 'deactivate_profile_item', method: 'DELETE', path };
}

export function sendVersion(id: number): Operation {
  const owner = { kind: 'testVersion', id } as const;
  return { owner, rel: null, method: 'POST', path: `${paths.testingdist}/items/${id}/send` };
}
