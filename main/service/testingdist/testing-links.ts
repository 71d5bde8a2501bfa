import type { LinkedVersion, ServiceVersion } from '../description/testing-schemas.ts';
import { link, type ResourceLink, resumableLink } from '../http/links.ts';
import { testingPath } from './testing-schema.ts';

export function linkVersion(version: ServiceVersion, address: string): LinkedVersion {
  const self = `${address}${testingPath}/items/${version.id}`;
  return {
    ...version,
    _links: [
      link('self', 'GET', self),
      link('delete_profile_item', 'DELETE', self),
      link('activate_profile_item', 'POST', `${self}/activate`),
      link('deactivate_profile_item', 'DELETE', `${self}/activate`),
    ],
  };
}

export function applicationLinks(id: number, address: string): readonly ResourceLink[] {
  const self = `${address}${testingPath}/${id}`;
  return [link('self', 'GET', self), link('delete_profile', 'DELETE', self)];
}

export function itemsLinks(id: number, address: string): readonly ResourceLink[] {
  return [
    link('create_profile_item', 'POST', `${address}${testingPath}/${id}/items`),
    resumableLink(address, 'testingdist', id),
  ];
}
