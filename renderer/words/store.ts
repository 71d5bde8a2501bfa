/** English for Store. */
import { counted } from './common.ts';
import { inLanguage } from './in-language.ts';

export const english = {
  list: 'Store profiles',
  itemsOf: (name: string) => `Builds of ${name}`,
  back: 'All store profiles',
  countProfiles: (count: number, shown: string) => counted(count, 'profile', 'profiles', shown),
  countItems: (count: number, shown: string) => counted(count, 'build', 'builds', shown),
  downloads: (count: number, shown: string) => counted(count, 'download', 'downloads', shown),
  noItems: 'No build yet',
  available: 'Available',
  off: 'Off',
  offHint: 'It is switched off on the service, so nobody can install it.',
  ios: 'iOS',
  android: 'Android',
  otherPlatform: (type: number) => `Type ${type}`,
  upload: 'Upload to the store…',
  addBuild: 'Add a build…',
  showItems: 'Show builds',
  edit: 'Edit…',
  details: 'Details',
  copyLink: 'Copy link',
  openPage: 'Open page',
  copyFileLink: 'Copy link to the file',
  noLink: 'The service names no page for this.',
  removeProfile: 'Delete profile…',
  removeItem: 'Delete build…',
  description: 'Description',
  noDescription: 'No description yet.',
  page: 'Page',
  iosPage: 'iOS page',
  androidPage: 'Android page',
  builds: 'Builds',
  iosVersion: 'iOS',
  androidVersion: 'Android',
  itemCount: 'In all',
  identifier: 'Identifier',
  profileNumber: 'Profile id',
  created: 'Created',
  changed: 'Changed',
  profile: 'Profile',
  name: 'Name',
  platform: 'Platform',
  version: 'Version',
  size: 'Size',
  uploaded: 'Uploaded',
  downloaded: 'Downloads',
  itemNumber: 'Build id',
  uniqueId: 'Unique id',
  signIn: 'What its page asks for',
  signInText: 'Everybody who opens a page of this profile is asked for one user name and password.',
  showSignIn: 'Show user name and password',
  hideSignIn: 'Hide',
  signInGone: 'Its pages do not ask for anything any more.',
  userName: 'User name',
  password: 'Password',
  copyUserName: 'Copy user name',
  copyPassword: 'Copy password',
  notGiven: 'Not given',
  editTitle: (name: string) => `Edit ${name}`,
  shortDescription: 'Short description',
  shortDescriptionHint: 'One line, shown below the name.',
  longDescription: 'Description',
  saving: 'Saving…',
  changedText: (name: string) => `${name} was changed.`,
  removeItemTitle: (name: string, version: string, platform: string) =>
    `Delete ${name} ${version} for ${platform}?`,
  removeItemText:
    'The build, its page and its links go from the store. Whoever installed it keeps it. This cannot be undone.',
  removeLastItemText:
    'The build, its page and its links go from the store. It is the only one: the profile stays, with nothing to install. Whoever installed it keeps it. This cannot be undone.',
  removeItemButton: 'Delete 1 build',
  removeProfileTitle: (name: string) => `Delete ${name}?`,
  removeProfileText: (items: number, shown: string) => {
    if (items === 0)
      return 'The profile goes from the store with its page and its description. It has no builds. This cannot be undone.';
    const builds = items === 1 ? 'its only build' : `all ${shown} builds`;
    return `The profile goes from the store with its page and its description, and with it ${builds} and every link to them. Whoever installed one keeps it. This cannot be undone.`;
  },
  removeProfileButton: (items: number, shown: string) =>
    items === 0 ? 'Delete profile' : `Delete profile and ${counted(items, 'build', 'builds', shown)}`,
  deleting: 'Deleting…',
  emptyTitle: 'Store profiles appear here',
  emptyText:
    'A profile shows an app with its icon, its description and its newest builds on a page of its own. The first build you upload to the store makes one.',
  emptyItemsTitle: 'No builds',
  emptyItemsText: 'Builds of this profile appear here. Add one, and its page offers it.',
  noAccountTitle: 'No account yet',
  noAccountText: 'Store profiles of the account you sign in to appear here.',
} as const;

export const words = inLanguage(english, ({ store }) => store.words);
