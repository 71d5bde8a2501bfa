/** German for Test apps. */
import type { english, englishRecipients } from '../apps.ts';
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  list: 'Test-Apps',
  versionsOf: (name) => `Versionen von ${name}`,
  back: 'Alle Test-Apps',
  noVersion: 'Noch keine Version',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  countVersions: (count, shown) => counted(count, 'Version', 'Versionen', shown),
  countActive: (shown) => `${shown} aktiv`,
  countApps: (count, shown) => counted(count, 'App', 'Apps', shown),
  switchOn: (version) => `${version} ist aktiv`,
  send: 'Senden…',
  sendTitle: (name, version) => `${name} ${version} senden`,
  sendButton: 'Senden',
  sendingNow: 'Wird gesendet…',
  sendOff: 'Diese Version ist inaktiv. Tester können sie erst installieren, wenn sie aktiviert ist.',
  nobodyChosen: 'Wählen Sie mindestens ein Team, eine Person oder eine Adresse.',
  badAddresses: (bad) =>
    bad.length === 1
      ? `„${bad[0]}“ ist keine E-Mail-Adresse. Berichtigen oder entfernen Sie sie zuerst.`
      : `Das sind keine E-Mail-Adressen: ${bad.map((each) => `„${each}“`).join(', ')}. Berichtigen oder entfernen Sie sie zuerst.`,
  never: 'Noch nicht gesendet',
  sentTo: (shown) => `An ${shown} gesendet`,
  downloadedBy: (shown) => `${shown} geladen`,
  openedBy: (shown) => `${shown} geöffnet`,
  status: ['Hinzugefügt', 'Gesendet', 'Geöffnet', 'Geladen'],
  statusUnknown: (number) => `Status Nr. ${number}`,
  who: 'Wer sie bekommen hat',
  nobodyYet: 'Noch niemand.',
  note: 'Versionshinweise',
  size: 'Größe',
  uploaded: 'Hochgeladen',
  lastSent: 'Zuletzt gesendet',
  platform: 'Plattform',
  file: 'Datei',
  uniqueName: 'Kennung',
  versionNumber: 'Versions-ID',
  copyLink: 'Installationslink kopieren',
  openLink: 'Installationsseite öffnen',
  link: 'Installationslink',
  noLink:
    'Dieser Dienst hat keine Installationsseite, die Slipway kennt. Tragen Sie beim Konto eine Linkvorlage ein, um eine zu bekommen.',
  removeVersion: 'Version löschen…',
  removeApplication: 'App löschen…',
  removeVersionTitle: (name, version) => `${name} ${version} löschen?`,
  removeVersionText: (recipients) =>
    recipients === 0
      ? 'Der Build und sein Installationslink verschwinden vom Dienst. Das lässt sich nicht rückgängig machen.'
      : `Der Build, sein Installationslink und die Angaben zu ${counted(recipients, 'Empfänger', 'Empfängern')} verschwinden vom Dienst. Tester, die ihn installiert haben, behalten ihn. Das lässt sich nicht rückgängig machen.`,
  removeVersionButton: '1 Version löschen',
  removeApplicationUncounted:
    'Die App verschwindet vom Dienst, mit allen Versionen, deren Installationslinks und den Angaben, wer sie bekommen hat. Das lässt sich nicht rückgängig machen.',
  removeApplicationTitle: (name) => `${name} löschen?`,
  removeApplicationText: (versions, shown) =>
    versions === 0
      ? 'Die App verschwindet vom Dienst. Sie hat keine Versionen. Das lässt sich nicht rückgängig machen.'
      : `Die App verschwindet vom Dienst, mit ${counted(versions, 'Version', 'Versionen', shown)}, deren Installationslinks und den Angaben, wer sie bekommen hat. Das lässt sich nicht rückgängig machen.`,
  removeApplicationButton: (versions, shown) =>
    versions === 0 ? 'App löschen' : `App und ${counted(versions, 'Version', 'Versionen', shown)} löschen`,
  deleting: 'Wird gelöscht…',
  emptyTitle: 'Hier erscheinen Test-Apps',
  emptyText: 'Der erste Build, den Sie in die Testverteilung hochladen, legt eine an.',
  noAccountTitle: 'Noch kein Konto',
  noAccountText: 'Hier erscheinen die Test-Apps des Kontos, bei dem Sie sich anmelden.',
  emptyVersionsTitle: 'Keine Versionen',
  emptyVersionsText: 'Versionen erscheinen hier, sobald ein Build dieser App hochgeladen ist.',
  details: 'Details',
  showVersions: 'Versionen zeigen',
  signIn: 'Anmelden…',
  application: 'App',
  copyShort: 'Link kopieren',
  openShort: 'Seite öffnen',
  qrCode: (name) => `QR-Code mit dem Installationslink von ${name}`,
  scan: 'Scannen Sie den Code mit einem Telefon, um genau diese Version zu installieren.',
  onlyHere: 'Dieser Link führt zu diesem Computer: Ein Telefon kann ihn nicht öffnen.',
};

export const recipientWords: Translation<typeof englishRecipients> = {
  label: 'Empfänger',
  placeholder: 'Teams, Namen oder E-Mail-Adressen',
  hint: 'Fügen Sie beliebig viele Adressen ein, getrennt durch Leerzeichen, Kommas oder Zeilen.',
  teams: 'Teams',
  people: 'Personen',
  members: (count) => (count === 1 ? ' Mitglied' : ' Mitglieder'),
  remove: (name) => `${name} entfernen`,
  bad: (name) => `${name}, keine E-Mail-Adresse`,
  nobody: 'Niemand wird benachrichtigt.',
  summary: (people, shown, names) => `${counted(people, 'Person', 'Personen', shown)}: ${names}`,
  andMore: (count) => counted(count, 'weitere Person', 'weitere Personen'),
  unknownTeam: (id) => `Team Nr. ${id}`,
  unknownMember: (id) => `Person Nr. ${id}`,
  moreHidden: (count) => `${count} weitere; tippen Sie, um sie zu finden`,
};
