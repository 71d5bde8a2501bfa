/** German for what every place says. */
import type { english } from '../common.ts';
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  uploads: 'Uploads',
  apps: 'Test-Apps',
  folders: 'Ordner',
  push: 'Push-Nachrichten',
  places: 'Bereiche',
  running: (count) => `${counted(count, 'Upload', 'Uploads')} unterwegs`,
  failed: (count) => counted(count, 'Upload braucht Sie', 'Uploads brauchen Sie'),
  unreachable: (count) => `${counted(count, 'Ordner', 'Ordner')} nicht erreichbar`,
  search: 'Suchen',
  searchIn: (place) => `${place} durchsuchen`,
  clearSearch: 'Suche leeren',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Sichern',
  retry: 'Erneut versuchen',
  undo: 'Rückgängig',
  more: 'Weitere Aktionen',
  moreFor: (name) => `Weitere Aktionen für ${name}`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  understood: 'Verstanden',
  showInFolder: 'Im Ordner zeigen',
  details: 'Details',
  loading: 'Wird geladen…',
  nothingFound: 'Nichts gefunden',
  nothingFoundFor: (search) => `Hier passt nichts zu „${search}“.`,
  notLoaded: 'Das ließ sich nicht laden',
  dropHere: 'Builds hier ablegen, um sie hochzuladen',
  dropHint: '.ipa- und .apk-Dateien',
  hostGone: 'Slipway antwortet nicht. Was Sie sehen, ist vielleicht veraltet; es wird weiter versucht.',
  hostDoesNotAnswer:
    'Slipway antwortet nicht. Prüfen Sie, ob es noch läuft, und versuchen Sie es dann erneut.',
  sessionOver: 'Diese Seite ist nicht mehr mit Slipway verbunden.',
  sessionTitle: 'Diese Seite braucht einen neuen Link',
  sessionText:
    'Ein Link zu Slipway gilt nur einmal, und diese Seite hat keine Sitzung (oder Slipway wurde seitdem neu gestartet). Öffnen Sie im Terminal, in dem Slipway läuft, den neuesten ausgegebenen Link, oder starten Sie es neu:',
  sessionCommand: 'npm start',
  crashedTitle: 'Dieses Fenster funktioniert nicht mehr',
  crashedText: 'Uploads laufen im Hintergrund weiter. Laden Sie das Fenster neu, um sie zu sehen.',
  reload: 'Neu laden',
  copyRefused:
    'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn selbst.',
  linkRefused: 'Nur Links mit https und http lassen sich öffnen.',
  unexpectedAnswer: (status) =>
    `Slipway hat auf eine Weise geantwortet, die diese Seite nicht kennt (${status}). Laden Sie die Seite neu.`,
  unexpected: (text) => `Etwas Unerwartetes ist geschehen: ${text}. Bitte melden Sie es.`,
  platform: {
    android: 'Android',
    ios: 'iOS',
    tvos: 'tvOS',
    watchos: 'watchOS',
    visionos: 'visionOS',
    macos: 'macOS',
  },
  area: { testingdist: 'Testverteilung', appstore: 'Store' },
  settings: 'Einstellungen',
  offline: {
    shown: (when) =>
      `Kein Netz. Zuletzt gelesen: ${when}; es wird neu gelesen, sobald das Netz zurück ist. Bis dahin lässt sich nichts ändern.`,
    nothing: 'Kein Netz. Das wird gelesen, sobald es zurück ist.',
  },
  shownFrom: (when) => `Zuletzt gelesen: ${when}.`,
  triedAgain: 'Es wird von selbst weiter versucht.',
  notUndone: (what) => `Das ließ sich nicht rückgängig machen: ${what}`,
  dropInto: (name) => `Builds hier ablegen, um sie zu ${name} hinzuzufügen`,
  dropInStore: 'Builds hier ablegen, um sie in den Store hochzuladen',
  service: 'Eingebauter Dienst',
  serviceState: {
    stopped: 'angehalten',
    starting: 'startet',
    running: 'läuft',
    stopping: 'hält an',
    failed: 'nicht gestartet',
  },
  store: 'Store',
};
