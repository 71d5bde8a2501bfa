/** German for the part Mapping file of Push. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../push-mapping.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  emptyTitle: 'Die Zuordnungsdatei erscheint hier, als Formular und als Text',
  emptyText:
    'Sie sagt, welche Schlüssel einer empfangenen Nachricht Titel, Text, Symbol und das Übrige enthalten. Öffnen Sie pushnotification.json, oder schreiben Sie eine neue Datei.',
  ofProject: (folder) => `Die von ${folder} öffnen`,
  open: 'Öffnen…',
  openTitle: 'Zuordnungsdatei öffnen',
  openButton: 'Öffnen',
  newFile: 'Neue Datei',
  paste: 'Text einfügen',
  untitled: 'Neue Zuordnungsdatei',
  unsaved: 'Nicht gespeichert',
  saved: 'Gespeichert',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  saveAs: 'Speichern unter…',
  saveTitle: 'Zuordnungsdatei speichern',
  closeFile: 'Datei schließen',
  path: 'Datei',
  pathHint: 'Der volle Pfad auf dem Computer, auf dem Slipway läuft; er endet auf .json.',
  pathMissing: 'Geben Sie den Pfad einer Datei an.',
  chooseProject: 'Projektordner wählen…',
  putAway: (path) =>
    path === null
      ? 'Eine neue Datei wurde ungespeichert weggelegt'
      : `Änderungen an ${path} wurden weggelegt`,
  changedOnDisk: 'Die Datei wurde seit dem Öffnen von etwas anderem geändert.',
  load: 'Neu laden',
  replace: 'Meine behalten',
  replaceHint: '„Meine behalten“ ersetzt beim nächsten Speichern, was auf dem Laufwerk liegt.',
  form: 'Formular',
  text: 'Text',
  textLabel: 'Text der Zuordnungsdatei',
  problems: 'Was zu prüfen ist',
  countProblems: (count) => counted(count, 'Stelle zu prüfen', 'Stellen zu prüfen'),
  noProblems: 'Nichts zu korrigieren.',
  problemAt: (line, column) => `Zeile ${line}, Spalte ${column}`,
  severity: { error: 'Fehler', warning: 'Hinweis' },
  notMapped: 'nicht zugeordnet',
  goTo: (property) => `${property} im Text zeigen`,
  notEditable:
    'Das Formular ist verwendbar, sobald der Text ein JSON-Objekt ist. Korrigieren Sie zuerst den Text.',
  versions: {
    right: 'Sie ist "2", wie es sein muss.',
    wrong: 'Sie muss der Text "2" sein.',
    missing: 'Sie fehlt und muss der Text "2" sein.',
    older: 'Das ist eine ältere Form.',
  },
  setVersion: 'Auf "2" setzen',
  older: {
    'data-paths':
      'Die älteste Form: Jede Eigenschaft führt über „data“ zu ihrem Schlüssel, und es gibt kein „notification“. Sie gilt weiter wie Version 2 mit den innersten Namen als Schlüsseln.',
    'v21-channels':
      'Die ältere Form: „configuration_version“ fehlt oder ist kleiner als 2, und die Schlüssel des Kanals stehen unter „v21“. Sie gilt weiter wie Version 2.',
    flat: 'Eine ältere Form: „configuration_version“ fehlt oder ist kleiner als 2. Sie gilt weiter wie Version 2, mit denselben Schlüsseln.',
  },
  convert: 'In Version 2 umwandeln',
  converted: 'Die Datei wurde in Version 2 umgewandelt',
  others: 'Dem Handler unbekannt',
  othersText: 'Der Handler beachtet sie nicht. Sie bleiben in der Datei, bis Sie sie entfernen.',
  rename: (property) => `${property} zu einer Eigenschaft machen`,
  renameChoice: 'Gemeint ist…',
  remove: (property) => `${property} entfernen`,
  removed: (property) => `${property} wurde aus dem Text entfernt`,
  meaning: {
    title: 'Die fette erste Zeile der Mitteilung.',
    body: 'Der Text unter dem Titel.',
    icon: 'Der Name eines Bildes der App, ohne Endung. Nur in veröffentlichten Android-Builds zu sehen.',
    channelId:
      'Die Nummer des Android-Kanals, zu dem die Nachricht gehört. Ohne sie gilt der Standardkanal (ab Android 8).',
    channelIdTitle: 'Wie der Kanal in den Einstellungen des Telefons heißt.',
    channelIdImportance: 'Wie sehr der Kanal stören darf, von 1 bis 5: ab 3 mit Ton, ab 4 mit Banner.',
    deleteChannelId: 'Die Nummer eines Kanals, der vom Telefon entfernt wird.',
    showBadge: 'Ob das Symbol der App einen Punkt bekommt; nur der Text „false“ schaltet ihn ab.',
    sound: 'iOS: der Name einer .wav-Datei unter den Ressourcen der App. Alles andere bleibt stumm.',
  },
};
