/** Test applications and versions in link mode. Pure. */
import { collectionLinks, link } from '../http/links.ts';
import type {
  LinkedApplication,
  LinkedApplications,
  LinkedVersion,
  ListedApplication,
  ServiceApplication,
  ServiceVersion,
} from './testing-shapes.ts';
import { testingPath } from './testing-wire.ts';

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

export function linkApplication(application: ServiceApplication, address: string): LinkedApplication {
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
  applications: readonly ListedApplication[],
  address: string,
): LinkedApplications {
  return {
    _value: applications.map((application) => ({
      ...linkApplication(application, address),
      lastProfile: application.lastProfile && linkVersion(application.lastProfile, address),
    })),
    _links: collectionLinks(`${address}${testingPath}`),
  };
}
