/** Link mode: resources with `_links`, lists as `{_value, _links}`. */
import { z } from 'zod';
import { linkRelations, link as wireLink, root as wireRoot } from '../../api/wire.ts';
import { creationPath } from './upload-paths.ts';

export const resourceLink = wireLink.extend({
  href: z.url().describe('Absolute address of the operation.'),
  rel: z.enum(linkRelations).describe('Name of the operation.'),
});

export const linkFields = { _links: z.array(resourceLink) };

export function linkedList<Item extends z.ZodType>(item: Item) {
  return z.object({ _value: z.array(item), ...linkFields });
}

export const rootPath = '/api/v3/root';

export const serviceRoot = wireRoot.extend({
  appStore: z.array(resourceLink),
  testingDist: z.array(resourceLink),
});

export type ResourceLink = z.infer<typeof resourceLink>;

export function link(rel: ResourceLink['rel'], method: ResourceLink['method'], href: string): ResourceLink {
  return { href, rel, method };
}

/** Returns the link that creates a resumable upload, of a new record or for the parent `targetId`. */
export function resumableLink(
  address: string,
  area: 'testingdist' | 'appstore',
  targetId?: number,
): ResourceLink {
  return link('create_resumable_upload', 'POST', `${address}${creationPath(area, targetId)}`);
}

export function collectionLinks(
  address: string,
  path: string,
  area: 'testingdist' | 'appstore',
): ResourceLink[] {
  const collection = `${address}${path}`;
  return [
    link('get_profiles', 'GET', collection),
    link('create_profile', 'POST', collection),
    resumableLink(address, area),
  ];
}
