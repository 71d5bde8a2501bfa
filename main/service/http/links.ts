/** Link mode: resources with `_links`, lists as `{_value, _links}`. Pure. */
import type { Link, linkRelations } from '../../api/wire.ts';

export type Relation = (typeof linkRelations)[number];

export type Linked<Resource> = Resource & { readonly _links: readonly Link[] };
export type LinkedList<Item> = { readonly _value: readonly Item[]; readonly _links: readonly Link[] };

export function link(rel: Relation, method: Link['method'], href: string): Link {
  return { href, rel, method };
}

/** The links of a collection of profiles, also shown by the root resource. */
export function collectionLinks(collection: string): readonly Link[] {
  return [link('get_profiles', 'GET', collection), link('create_profile', 'POST', collection)];
}
