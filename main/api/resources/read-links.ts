/** Reads links in any spelling that services use. Pure. */

import type { Relation } from '../operations.ts';
import { type Link, linkRelations, type Root } from '../wire.ts';
import { isObject, property, unwrap } from './read.ts';

/** Default HTTP methods for links that do not contain one. */
const defaultMethods: Readonly<Record<Relation, Link['method']>> = {
  get_profiles: 'GET',
  create_profile: 'POST',
  self: 'GET',
  delete_profile: 'DELETE',
  update_profile: 'PUT',
  create_profile_item: 'POST',
  delete_profile_item: 'DELETE',
  activate_profile_item: 'POST',
  deactivate_profile_item: 'DELETE',
  create_resumable_upload: 'POST',
};

/**
 * Drops entries that are not links or have an unknown method. `rel` is in lower case; `href` is null if
 * absent or empty.
 */
export function readLinks(value: unknown): Link[] {
  const items = unwrap(value);
  return Array.isArray(items) ? items.map(readLink).filter((link) => link !== null) : [];
}

/** Returns the root resource; null if it has neither area. */
export function readRoot(value: unknown): Root | null {
  const given = unwrap(value);
  if (!isObject(given)) return null;
  const [appStore, testingDist] = [property(given, 'appStore'), property(given, 'testingDist')];
  if (!Array.isArray(unwrap(appStore)) && !Array.isArray(unwrap(testingDist))) return null;
  return { appStore: readLinks(appStore), testingDist: readLinks(testingDist) };
}

function readLink(value: unknown): Link | null {
  if (!isObject(value)) return null;
  const [href, rel, given] = [property(value, 'href'), property(value, 'rel'), property(value, 'method')];
  if (typeof rel !== 'string') return null;
  const name = rel.trim().toLowerCase();
  const method = isBlank(given) ? defaultMethodOf(name) : readMethod(given);
  if (method === null) return null;
  return { href: typeof href === 'string' && href.trim() !== '' ? href.trim() : null, rel: name, method };
}

export function relationOf(name: string): Relation | null {
  return linkRelations.find((known) => known === name) ?? null;
}

function defaultMethodOf(name: string): Link['method'] | null {
  const relation = relationOf(name);
  return relation && defaultMethods[relation];
}

function readMethod(given: unknown): Link['method'] | null {
  const name = typeof given === 'string' ? given.trim().toUpperCase() : null;
  return (['GET', 'POST', 'PUT', 'DELETE'] as const).find((known) => known === name) ?? null;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
