import type { StoreItem, StoreProfile } from '../../api/wire.ts';
import type { LinkedItem, LinkedProfile, LinkedProfiles } from '../description/store-schemas.ts';
import { collectionLinks, link, resumableLink } from '../http/links.ts';
import { storePath } from './store-wire.ts';

export function linkProfile(profile: StoreProfile, address: string): LinkedProfile {
  const self = `${address}${storePath}/${profile.id}`;
  const resumable = resumableLink(address, 'appstore', profile.id);
  return {
    ...profile,
    items: {
      _value: profile.items.map((item) => ({ ...item, _links: itemLinks(item.id, address) })),
      _links: [link('create_profile_item', 'POST', self), resumable],
    },
    _links: [
      link('self', 'GET', self),
      link('update_profile', 'PUT', self),
      link('delete_profile', 'DELETE', self),
      link('create_profile_item', 'POST', self),
      resumable,
    ],
  };
}

export function linkProfiles(profiles: readonly StoreProfile[], address: string): LinkedProfiles {
  return {
    _value: profiles.map((profile) => linkProfile(profile, address)),
    _links: collectionLinks(address, storePath, 'appstore'),
  };
}

export function linkItem(item: StoreItem, address: string): LinkedItem {
  return {
    ...item,
    profile: item.profile && linkProfile(item.profile, address),
    _links: itemLinks(item.id, address),
  };
}

function itemLinks(id: number, address: string): LinkedItem['_links'] {
  return [link('delete_profile_item', 'DELETE', `${address}${storePath}/items/${id}`)];
}
