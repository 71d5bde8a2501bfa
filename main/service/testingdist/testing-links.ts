/** Test applications and versions in link mode. Pure. */
import type { ListedTestApplication, TestApplication, TestVersion } from '../../api/wire.ts';
import { collectionLinks, type Linked, type LinkedList, link } from '../http/links.ts';
import { testingPath } from './testing-wire.ts';

export type LinkedVersion = Linked<TestVersion>;
export type LinkedApplication = Linked<
  Omit<TestApplication, 'profiles'> & { readonly profiles: LinkedList<LinkedVersion> }
>;
export type LinkedListedApplication = LinkedApplication & { readonly lastProfile: LinkedVersion | null };

export function linkVersion(version: TestVersion, address: string): LinkedVersion {
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

export function linkApplication(application: TestApplication, address: string): LinkedApplication {
  const self = `${address}${testingPath}/${application.id}`;
  return {
    ...application,
    profiles: {
      _value: application.profiles.map((version) => linkVersion(version, address)),
      _links: [link('create_profile_item', 'POST', `${self}/items`)],
    },
    _links: [link('self', 'GET', self), link('delete_profile', 'DELETE', self)],
  };
}

export function linkApplications(
  applications: readonly ListedTestApplication[],
  address: string,
): LinkedList<LinkedListedApplication> {
  return {
    _value: applications.map((application) => ({
      ...linkApplication(application, address),
      lastProfile: application.lastProfile && linkVersion(application.lastProfile, address),
    })),
    _links: collectionLinks(`${address}${testingPath}`),
  };
}
