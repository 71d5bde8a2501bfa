/** German for Store. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../store.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  list: 'Store-Profile',
  itemsOf: (name) => `Builds von ${name}`,
  back: 'Alle Store-Profile',
  countProfiles: (count, shown) => counted(count, 'Profil', 'Profile', shown),
  countItems: (count, shown) => counted(count, 'Build', 'Builds', shown),
  downloads: (_, shown) => `${shown}-mal geladen`,
  noItems: 'Noch kein Build',
  available: 'Verfügbar',
  off: 'Aus',
  offHint: 'Auf dem Dienst abgeschaltet, deshalb kann es niemand installieren.',
  ios: 'iOS',
  android: 'Android',
  otherPlatform: (type) => `Art ${type}`,
  upload: 'In den Store hochladen…',
  addBuild: 'Build hinzufügen…',
  showItems: 'Builds zeigen',
  edit: 'Bearbeiten…',
  details: 'Einzelheiten',
  copyLink: 'Link kopieren',
  openPage: 'Seite öffnen',
  copyFileLink: 'Link zur Datei kopieren',
  noLink: 'Der Dienst nennt dafür keine Seite.',
  removeProfile: 'Profil löschen…',
  removeItem: 'Build löschen…',
  description: 'Beschreibung',
  noDescription: 'Noch keine Beschreibung.',
  page: 'Seite',
  iosPage: 'iOS-Seite',
  androidPage: 'Android-Seite',
  builds: 'Builds',
  iosVersion: 'iOS',
  androidVersion: 'Android',
  itemCount: 'Insgesamt',
  identifier: 'Kennung',
  profileNumber: 'Profil-ID',
  created: 'Angelegt',
  changed: 'Geändert',
  profile: 'Profil',
  name: 'Name',
  platform: 'Plattform',
  version: 'Version',
  size: 'Größe',
  uploaded: 'Hochgeladen',
  downloaded: 'Geladen',
  itemNumber: 'Build-ID',
  uniqueId: 'Eindeutige ID',
  signIn: 'Was seine Seite verlangt',
  signInText:
    'Alle, die eine Seite dieses Profils öffnen, werden nach einem gemeinsamen Benutzernamen und Passwort gefragt.',
  showSignIn: 'Benutzernamen und Passwort zeigen',
  hideSignIn: 'Verbergen',
  signInGone: 'Seine Seiten verlangen nichts mehr.',
  userName: 'Benutzername',
  password: 'Passwort',
  copyUserName: 'Benutzernamen kopieren',
  copyPassword: 'Passwort kopieren',
  notGiven: 'Keine Angabe',
  editTitle: (name) => `${name} bearbeiten`,
  shortDescription: 'Kurzbeschreibung',
  shortDescriptionHint: 'Eine Zeile, unter dem Namen gezeigt.',
  longDescription: 'Beschreibung',
  saving: 'Wird gesichert…',
  changedText: (name) => `${name} wurde geändert.`,
  removeItemTitle: (name, version, platform) => `${name} ${version} für ${platform} löschen?`,
  removeItemText:
    'Der Build, seine Seite und seine Links verschwinden aus dem Store. Wer ihn installiert hat, behält ihn. Das lässt sich nicht rückgängig machen.',
  removeLastItemText:
    'Der Build, seine Seite und seine Links verschwinden aus dem Store. Es ist der einzige: Das Profil bleibt, mit nichts zu installieren. Wer ihn installiert hat, behält ihn. Das lässt sich nicht rückgängig machen.',
  removeItemButton: '1 Build löschen',
  removeProfileTitle: (name) => `${name} löschen?`,
  removeProfileText: (items, shown) =>
    items === 0
      ? 'Das Profil verschwindet mit Seite und Beschreibung aus dem Store. Es hat keine Builds. Das lässt sich nicht rückgängig machen.'
      : `Das Profil verschwindet mit Seite und Beschreibung aus dem Store, und mit ihm ${items === 1 ? 'sein einziger Build' : `alle ${shown} Builds`} und alle Links dorthin. Wer einen Build installiert hat, behält ihn. Das lässt sich nicht rückgängig machen.`,
  removeProfileButton: (items, shown) =>
    items === 0 ? 'Profil löschen' : `Profil und ${counted(items, 'Build', 'Builds', shown)} löschen`,
  deleting: 'Wird gelöscht…',
  emptyTitle: 'Hier erscheinen Store-Profile',
  emptyText:
    'Ein Profil zeigt eine App mit Symbol, Beschreibung und neuesten Builds auf einer eigenen Seite. Der erste Build, den Sie in den Store hochladen, legt eines an.',
  emptyItemsTitle: 'Keine Builds',
  emptyItemsText:
    'Hier erscheinen die Builds dieses Profils. Fügen Sie einen hinzu, und seine Seite bietet ihn an.',
  noAccountTitle: 'Noch kein Konto',
  noAccountText: 'Hier erscheinen die Store-Profile des Kontos, bei dem Sie sich anmelden.',
};
