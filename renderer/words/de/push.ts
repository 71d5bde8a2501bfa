/** German for Push and its part Project. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  tabs: { project: 'Projekt', mapping: 'Zuordnungsdatei', simulator: 'Simulator', messages: 'Nachrichten' },
  parts: 'Teile von Push-Nachrichten',
  emptyTitle: 'Was einem Projekt fehlt, um Push-Nachrichten zu empfangen, erscheint hier',
  emptyText: 'Wählen Sie einen Projektordner, den mit „config“ darin. Geändert wird nur, was Sie bestätigen.',
  folder: 'Projektordner',
  folderHint: 'Der volle Pfad auf dem Computer, auf dem Slipway läuft.',
  folderMissing: 'Geben Sie einen Ordner an, oder wählen Sie einen.',
  choose: 'Wählen…',
  check: 'Prüfen',
  checkAgain: 'Erneut prüfen',
  otherProject: 'Anderes Projekt…',
  recent: 'Zuletzt geprüft',
  forget: (folder) => `${folder} vergessen`,
  rulesOf: (folder) => `Regeln von ${folder}`,
  countFailed: (count, shown) => counted(count, 'Regel verletzt', 'Regeln verletzt', shown),
  countOpen: (_count, shown) => `${shown} nicht zu beurteilen`,
  countMet: (_count, shown) => `${shown} erfüllt`,
  compare: 'Mit einem Build oder einer Nachricht vergleichen',
  compareText:
    'Ein fertiger Build zeigt sein Profil, seine Berechtigung und sein Ziel-Level. Eine Nachricht nennt das Symbol und den Ton, die gesucht werden.',
  chooseBuild: 'Build wählen…',
  buildName: 'Gewählter Build:',
  withoutBuild: 'Ohne diesen Build vergleichen',
  message: 'Empfangene Daten (JSON)',
  messageHint: 'Zum Beispiel {"data": {"notification": {"icon": "bell", "sound": "ding.wav"}}}',
  useMessage: 'Diese Nachricht verwenden',
  verdict: { pass: 'Erfüllt', fail: 'Verletzt', 'cannot-tell': 'Nicht zu beurteilen' },
  at: (line, column) => `Zeile ${line}, Spalte ${column}`,
  show: 'Zeigen',
  showFile: (file) => `${file} im Ordner zeigen`,
  edit: 'Bearbeiten',
  editAt: (line) => `Zeile ${line} der Zuordnungsdatei bearbeiten`,
  fix: 'Beheben…',
  fixOf: (rule) => `Beheben: ${rule}`,
  apply: { make: '1 Datei anlegen', change: '1 Datei ändern', rename: '1 Datei umbenennen' },
  changing: 'Wird geändert…',
  changes: {
    make: (file) => `${file} wird angelegt:`,
    change: (file) => `Geändert wird ${file}:`,
  },
  renames: (file, to) => `Aus ${file} wird ${to}.`,
  changedLines: 'Zeilen, die sich ändern',
  line: { same: 'Bleibt:', added: 'Neu:', removed: 'Entfällt:' },
  fixed: (file) => `${file} wurde geändert.`,
  rules: {
    'mapping-file': {
      title: 'Die Zuordnungsdatei liegt an ihrem Ort',
      why: 'Der Handler liest config/Android/pushnotification.json und nichts sonst.',
    },
    mapping: {
      title: 'Die Zuordnungsdatei ist verwendbar',
      why: 'Sie sagt, unter welchen Schlüsseln Titel, Text, Symbol und Kanal ankommen. Was sie nicht zuordnet, wird nicht gezeigt.',
    },
    icon: {
      title: 'Das Symbol ist unter den Bildern, und sein Name hat keine Endung',
      why: 'Android findet ein Bild unter seinem bloßen Namen. Findet es keines, erscheint das Symbol der App.',
    },
    'sender-id': {
      title: 'Das Projekt nennt seine Sender-ID',
      why: 'Android-Geräte melden sich mit ihr an. Ohne sie gibt es kein Token.',
    },
    entitlements: {
      title: 'iOS: app.entitlements erlaubt der App Push-Nachrichten',
      why: 'Die Datei muss genau so heißen, und aps-environment muss development oder production sein.',
    },
    sounds: {
      title: 'iOS: Der Ordner der Töne enthält nur WAV-Dateien',
      why: 'Alles in config/resources gilt als Ton einer Push-Nachricht. Ein anderes Format wird nicht gespielt.',
    },
    permission: {
      title: 'Android 13: Das Manifest fordert die Berechtigung an',
      why: 'Ab API-Level 33 wird ohne POST_NOTIFICATIONS nichts gezeigt; die App fragt auch zur Laufzeit danach. Darunter darf sie beides nicht tun.',
    },
    published: {
      title: 'Push-Nachrichten kommen nur in veröffentlichten Builds an',
      why: 'Ein Emulator bekommt kein Token, und ein eigenes Symbol braucht einen veröffentlichten Build, gleich was im Projekt steht.',
    },
    'build-entitlement': {
      title: 'Das Profil des Builds erlaubt Push-Nachrichten wie das Projekt',
      why: 'Auf dem Gerät zählt das Profil, mit dem der Build signiert wurde.',
    },
    'build-permission': {
      title: 'Der Build fordert die Berechtigung an wie das Projekt',
      why: 'Schritte beim Bauen können hinzufügen oder entfernen, was im Manifest des Projekts steht.',
    },
    'build-target': {
      title: 'Ziel-Level des Builds und Berechtigung passen zusammen',
      why: 'Ab Ziel-Level 33 fragt die App selbst nach der Berechtigung; darunter fragt das System von sich aus.',
    },
  },
};
