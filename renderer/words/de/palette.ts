/** German for the command palette. */

import type { Translation } from '../in-language.ts';
import type { english } from '../palette.ts';

export const words: Translation<typeof english> = {
  title: 'Aktion, App oder Build finden',
  field: 'Aktion, App oder Build finden…',
  nothing: (text) => `Keine Aktion, keine App und kein Build heißt „${text}“.`,
  reading: 'Wird gesucht…',
  groups: { here: 'Hier', actions: 'Aktionen', places: 'Bereiche', apps: 'Apps', uploads: 'Uploads' },
  goTo: (place) => `Zu ${place} gehen`,
  control: 'Strg',
  shift: 'Umschalt',
  searchHere: 'In diesem Bereich suchen',
  retryFailed: 'Alle fehlgeschlagenen Uploads erneut versuchen',
  undo: (what) => `Rückgängig: ${what}`,
  chooseAccount: (name) => `Konto ${name} verwenden`,
  signIn: (name) => `Bei „${name}“ anmelden`,
  editAccount: (name) => `Konto ${name} bearbeiten…`,
  startService: 'Eingebauten Dienst starten',
  stopService: 'Eingebauten Dienst anhalten',
  copyServiceAddress: 'Adresse des eingebauten Dienstes kopieren',
  showUploads: (which) => `Uploads zeigen: ${which}`,
};
