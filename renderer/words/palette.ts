/** English for the command palette. */
import { inLanguage } from './in-language.ts';

export const english = {
  title: 'Find an action, app or build',
  field: 'Find an action, app or build…',
  nothing: (text: string) => `No action, app or build is called “${text}”.`,
  /** Before the list has been read. */
  reading: 'Looking…',
  groups: { here: 'Here', actions: 'Actions', places: 'Places', apps: 'Apps', uploads: 'Uploads' },
  goTo: (place: string) => `Go to ${place}`,
  control: 'Ctrl',
  shift: 'Shift',
  searchHere: 'Search in this place',
  retryFailed: 'Retry all failed uploads',
  undo: (what: string) => `Undo: ${what}`,
  chooseAccount: (name: string) => `Use the account ${name}`,
  signIn: (name: string) => `Sign in to ${name}`,
  editAccount: (name: string) => `Edit the account ${name}…`,
  startService: 'Start the built-in service',
  stopService: 'Stop the built-in service',
  copyServiceAddress: 'Copy the address of the built-in service',
  showUploads: (which: string) => `Show uploads: ${which}`,
} as const;

export const words = inLanguage(english, ({ palette }) => palette.words);
