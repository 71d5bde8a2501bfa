/** German for Folders. */
import { countingIn } from '../counting.ts';
import type { english } from '../folders.ts';
import type { Translation } from '../in-language.ts';

const counted = countingIn('de');

export const words: Translation<typeof english> = {
  list: 'Überwachte Ordner',
  add: 'Ordner überwachen…',
  waitForNetwork: 'Die Ordner werden trotzdem überwacht; was darin gefunden wird, geht nicht verloren.',
  state: {
    starting: 'Startet',
    scanning: 'Wird durchsucht',
    watching: 'Wird überwacht',
    polling: 'Sieht alle paar Sekunden nach',
    paused: 'Angehalten',
    unreachable: 'Nicht erreichbar',
  },
  polling: {
    chosen: 'So ist es für den Ordner gewählt.',
    'network-share': 'Er liegt auf einem anderen Computer, der Änderungen nicht meldet.',
    'no-watches-left':
      'Das System kann keine weiteren Ordner beobachten und meldet deshalb keine Änderungen. Erhöhen Sie unter Linux fs.inotify.max_user_watches, zum Beispiel mit: sudo sysctl fs.inotify.max_user_watches=524288 (und fs.inotify.max_user_instances, falls dieser Wert erschöpft ist). Slipway versucht es jede Stunde erneut.',
    'no-hints': 'Das System kann Änderungen gerade nicht melden. Slipway versucht es erneut.',
  },
  unreachable: (message) => `Nicht erreichbar: ${message}`,
  totals: (count, shown) => counted(count, 'Ordner', 'Ordner', shown),
  waitingFiles: (count, shown) => `${counted(count, 'Datei', 'Dateien', shown)} nicht fertig`,
  activates: 'aktiviert',
  tells: (names) => `benachrichtigt ${names}`,
  tellsNobody: 'benachrichtigt niemanden',
  unknownAccount: 'ein entferntes Konto',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  edit: 'Bearbeiten…',
  remove: 'Nicht mehr überwachen',
  removed: (name) => `${name} wird nicht mehr überwacht.`,
  show: 'Im Ordner zeigen',
  path: 'Ordner',
  choose: 'Wählen…',
  pathHint: 'Der Ordner, in den Ihr Compiler fertige Builds schreibt.',
  browserPathHint: 'Der vollständige Pfad auf dem Computer, auf dem Slipway läuft.',
  account: 'Konto',
  area: 'Ziel',
  activate: 'Version aktivieren',
  activateHint: 'Tester können sie installieren, sobald sie hochgeladen ist.',
  recipients: 'Benachrichtigen',
  sendAnyway: 'Ohne Rückfrage benachrichtigen',
  sendAnywayHint:
    'Sonst werden Sie gefragt, bevor jemand von einem Build erfährt, den nur wenige installieren können: mit abgelaufenem oder Entwicklungsprofil oder einer Signatur, die Android ablehnt.',
  earlier: 'Builds, die schon da sind',
  earlierChoices: {
    none: 'Liegen lassen',
    newest: 'Den neuesten hochladen',
    all: 'Alle hochladen',
  },
  presets: 'Was zu diesem Projekt passt',
  choosePreset: 'Wählen, was überwacht wird…',
  preset: (name, path) => `${name}: ${path}`,
  more: 'Mehr',
  kinds: 'Welche Builds',
  kindChoices: { both: '.apk und .ipa', apk: 'Nur .apk', ipa: 'Nur .ipa' },
  include: 'Nur Dateien mit diesem Muster',
  includeHint: 'Ein Muster je Zeile, etwa release/*.apk; ohne „/“ ein Name in beliebiger Tiefe. Leer: alle.',
  exclude: 'Auslassen',
  excludeHint: 'Ein Muster je Zeile, etwa *-unsigned* oder androidTest/.',
  askFirst: 'Vor jedem Upload fragen',
  askFirstHint: 'Der Build wartet in der Liste, bis Sie Ja oder Nein sagen.',
  afterwards: 'Die Datei danach',
  afterwardsChoices: {
    leave: 'Bleibt, wo sie ist',
    move: 'Wird in einen anderen Ordner verschoben',
    delete: 'Wird gelöscht',
  },
  moveTo: 'Verschieben nach',
  moveToHint:
    'Der vollständige Pfad eines Ordners, der hier nicht überwacht wird. Er wird angelegt, wenn er fehlt.',
  moveMissing: 'Geben Sie den Pfad des Ordners ein, in den verschoben wird.',
  pollingLabel: 'Wie Änderungen bemerkt werden',
  pollingHint: 'Netzlaufwerke melden Änderungen oft nicht.',
  pollingChoices: {
    auto: 'Automatisch, wie es zum Ordner passt',
    always: 'Alle paar Sekunden nachsehen',
    never: 'Auf Meldung des Systems, wo es geht',
  },
  only: (what) => `nur ${what}`,
  leftOut: (what) => `ohne ${what}`,
  application: 'App',
  applicationOf: {
    chosen: (id) => `Nummer ${id}`,
    new: 'Eine eigene',
    found: 'Die passende oder eine neue',
    always: (name) => `Immer ${name}`,
  },
  waitInstead: 'Überwachen, sobald er da ist',
  addTitle: 'Ordner überwachen',
  editTitle: 'Ordner bearbeiten',
  addButton: 'Ordner überwachen',
  pathMissing: 'Wählen Sie einen Ordner oder geben Sie seinen Pfad ein.',
  noAccountTitle: 'Melden Sie sich zuerst an',
  noAccountText: 'Ein Ordner braucht ein Konto, zu dem seine Builds gehen.',
  emptyTitle: 'Hier erscheinen die Ordner, die Slipway überwacht',
  emptyText:
    'Jede fertige .ipa oder .apk, die ein Compiler dort ablegt, wird hochgeladen, aktiviert und gesendet.',
  waiting: 'Dateien, die nicht fertig sind',
  noneWaiting: 'Keine.',
  rule: 'Was mit einem Build geschieht',
  details: 'Details zeigen',
  no: 'Nein',
  stateText: {
    starting: 'Slipway beginnt gleich mit der Überwachung.',
    scanning: 'Slipway durchsucht den ganzen Ordner nach Builds.',
    watching: 'Das System meldet jede Änderung, und Slipway durchsucht außerdem stündlich alles.',
    paused:
      'Im Augenblick wird nichts genommen. Builds, die inzwischen entstehen, kommen beim Fortsetzen dran.',
    unreachable:
      'Slipway versucht es von selbst wieder und macht weiter, wo es war, sobald der Ordner da ist.',
  },
  earlierHint: {
    none: 'Nur Builds, die ab jetzt geschrieben werden, zählen.',
    newest: 'Der neueste jeder App zählt und alles, was ab jetzt geschrieben wird.',
    all: 'Jeder Build im Ordner zählt, wie alt er auch ist.',
  },
  presetsFound: 'In diesem Ordner liegt ein Projekt. An diesen Orten entstehen seine Builds.',
  applicationHint: {
    found: 'Nach Paket-ID und Namen jedes Builds gefunden; wo keine ist, wird eine angelegt.',
    chosen: 'Ein Build eines anderen Pakets wird nicht hochgeladen und sagt das.',
    new: 'Der erste Build legt sie an; die späteren werden Versionen davon.',
  },
  filesGroup: 'Welche Dateien zählen',
  watchingGroup: 'Wann ein Build genommen wird',
  afterwardsGroup: 'Was aus der Datei wird',
  afterwardsHint: {
    leave: 'Slipway merkt sich, was es hochgeladen hat; die Datei wird nicht zweimal genommen.',
    move: 'Sobald der Build hochgeladen, aktiviert und gesendet ist.',
    delete: 'Sobald der Build hochgeladen, aktiviert und gesendet ist. Ein fehlgeschlagener bleibt.',
  },
  depth: 'Wie tief gesucht wird',
  depthHint: 'Compiler schreiben oft in Ordner von Ordnern.',
  depthAll: 'Alle Ordner darunter',
  depthOf: (depth, shown) =>
    depth === 0 ? 'Nur dieser Ordner' : `${counted(depth, 'Ebene', 'Ebenen', shown)} darunter`,
  quiet: 'Fertig, wenn sich nichts rührt seit',
  quietHint:
    'Nur vollständige Dateien zählen, wie kurz das auch ist. Länger hilft, wenn ein Compiler einen Build zweimal schreibt.',
  seconds: (shown) => `${shown} Sek.`,
  tryOutTitle: 'Ausprobieren',
  tryOut: 'Was jetzt geschähe',
  trying: 'Wird nachgesehen…',
  tryOutHint: 'Betrachtet die vorhandenen Dateien nach diesen Regeln. Nichts wird hochgeladen.',
  tried: (uploads, shownUploads, all, shownAll) => {
    if (all === 1) return uploads === 1 ? 'Sie würde hochgeladen.' : 'Sie würde nicht hochgeladen.';
    if (uploads === 0) return `Keine dieser ${shownAll} Dateien würde hochgeladen.`;
    if (uploads === all) return `Alle ${shownAll} Dateien würden hochgeladen.`;
    return `${shownUploads} von ${shownAll} Dateien ${uploads === 1 ? 'würde' : 'würden'} hochgeladen.`;
  },
  triedNothing: 'Hier ist keine Datei, die wie ein Build heißt.',
  triedFiles: 'Was mit jeder Datei geschähe',
  triedMore: (shown) => `Und ${shown} weitere.`,
  verdict: {
    upload: 'Würde hochgeladen',
    'not-wanted': 'Bliebe liegen',
    unfinished: 'Würde abgewartet',
    seen: 'Bliebe liegen',
    earlier: 'Bliebe liegen',
  },
};
