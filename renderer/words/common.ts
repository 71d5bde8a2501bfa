/** English for what every place says. */
import { inLanguage } from './in-language.ts';

/** `1 build`, `2 builds`. */
export const counted = (count: number, one: string, many: string, shown = String(count)): string =>
  `${shown} ${count === 1 ? one : many}`;

export const english = {
  uploads: 'Uploads',
  apps: 'Test apps',
  store: 'Store',
  folders: 'Folders',
  push: 'Push',
  service: 'Built-in service',
  serviceState: {
    stopped: 'stopped',
    starting: 'starting',
    running: 'running',
    stopping: 'stopping',
    failed: 'did not start',
  },
  settings: 'Settings',
  places: 'Places',
  running: (count: number) => `${counted(count, 'upload', 'uploads')} on the way`,
  failed: (count: number) => `${counted(count, 'upload needs', 'uploads need')} attention`,
  unreachable: (count: number) => `${counted(count, 'folder', 'folders')} unreachable`,
  search: 'Search',
  searchIn: (place: string) => `Search ${place}`,
  clearSearch: 'Clear search',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  retry: 'Retry',
  undo: 'Undo',
  more: 'More actions',
  moreFor: (name: string) => `More actions for ${name}`,
  copy: 'Copy',
  copied: 'Copied',
  understood: 'Understood',
  showInFolder: 'Show in folder',
  details: 'Details',
  loading: 'Loading…',
  nothingFound: 'Nothing found',
  nothingFoundFor: (search: string) => `Nothing here matches “${search}”.`,
  notLoaded: 'This could not be loaded',
  dropHere: 'Drop builds to upload them',
  dropHint: '.ipa and .apk files',
  offline: {
    shown: (when: string) =>
      `No network. What is shown is from ${when}; it is read again when the network is back. Nothing can be changed until then.`,
    nothing: 'No network. This is read as soon as it is back.',
  },
  shownFrom: (when: string) => `What is shown is from ${when}.`,
  triedAgain: 'It is tried again by itself.',
  notUndone: (what: string) => `This could not be undone: ${what}`,
  dropInto: (name: string) => `Drop builds to add them to ${name}`,
  dropInStore: 'Drop builds to upload them to the store',
  hostGone: 'Slipway does not answer. What is shown may be old; it is being tried again.',
  hostDoesNotAnswer: 'Slipway does not answer. Check that it is still running, then try again.',
  sessionOver: 'This page is not connected to Slipway any more.',
  sessionTitle: 'This page needs a new link',
  sessionText:
    'A link to Slipway works once, and this page has no session (or Slipway was started again since). Go to the terminal where Slipway runs and open the newest link it printed, or start it again:',
  sessionCommand: 'npm start',
  crashedTitle: 'This window has stopped working',
  crashedText: 'Uploads go on in the background. Reload the window to see them.',
  reload: 'Reload',
  copyRefused: 'The browser did not allow copying. Select the text and copy it by hand.',
  linkRefused: 'Only https and http links can be opened.',
  unexpectedAnswer: (status: number) =>
    `Slipway answered in a way this page does not know (${status}). Reload the page.`,
  unexpected: (text: string) => `Something unexpected happened: ${text}. Please report it.`,
  platform: {
    android: 'Android',
    ios: 'iOS',
    tvos: 'tvOS',
    watchos: 'watchOS',
    visionos: 'visionOS',
    macos: 'macOS',
  },
  area: { testingdist: 'Test distribution', appstore: 'Store' },
} as const;

export const words = inLanguage(english, ({ common }) => common.words);
