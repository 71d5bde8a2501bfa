/** German for errors of files, databases, the bridge and its hosts. */
import type { ErrorCatalogue } from '../translation.ts';

export const base: ErrorCatalogue['base'] = { cancelled: () => 'Abgebrochen.' };

export const internal: ErrorCatalogue['internal'] = {
  unexpected: (p) => `Etwas Unerwartetes ist geschehen: ${p.text}. Bitte melden Sie es mit dem Protokoll.`,
  uncaught: (p) =>
    `Etwas Unerwartetes ist geschehen: ${p.text}. Uploads werden beim nächsten Start fortgesetzt. Bitte melden Sie es mit dem Protokoll.`,
};

export const file: ErrorCatalogue['file'] = {
  missing: (p) => `${p.path} gibt es nicht. Prüfen Sie den Pfad.`,
  denied: (p) =>
    `${p.path} ist nicht lesbar: Zugriff verweigert. Erlauben Sie den Zugriff und versuchen Sie es erneut.`,
  busy: (p) => `${p.path} wird von einem anderen Programm festgehalten. Slipway versucht es erneut.`,
  full: (p) => `Das Laufwerk von ${p.path} ist voll. Schaffen Sie Platz und versuchen Sie es erneut.`,
  failed: (p) =>
    `${p.path} konnte nicht gelesen oder geschrieben werden (${p.reason}). Prüfen Sie das Laufwerk oder Netzlaufwerk und versuchen Sie es erneut.`,
};

export const database: ErrorCatalogue['database'] = {
  unreadable: (p) =>
    `Die Datenbank ${p.path} ist beschädigt oder keine Datenbank. Spielen Sie eine Kopie zurück, oder legen Sie sie beiseite, um ohne ihre Historie zu beginnen.`,
  unusable: (p) =>
    `Die Datenbank ${p.path} kann nicht geöffnet werden (${p.reason}). Prüfen Sie, ob ihr Ordner beschreibbar und ihr Laufwerk nicht voll ist.`,
  newer: (p) =>
    `Die Datenbank ${p.path} wurde von einem neueren Slipway geschrieben. Installieren Sie diese Version, oder wählen Sie einen anderen Datenordner.`,
  full: (p) =>
    `Das Laufwerk der Datenbank ${p.path} ist voll. Nichts wurde geändert; schaffen Sie Platz und versuchen Sie es erneut.`,
};

export const hash: ErrorCatalogue['hash'] = {
  broken: (p) =>
    `Die Prüfsumme einer Datei konnte nicht gebildet werden (${p.reason}). Slipway versucht es erneut.`,
};

export const lock: ErrorCatalogue['lock'] = {
  held: (p) =>
    `Ein anderes Slipway verwendet den Datenordner ${p.folder}. Beenden Sie es, oder wählen Sie mit --data-dir einen anderen Ordner.`,
  unusable: (p) =>
    `Der Datenordner ${p.folder} ist nicht verwendbar (${p.reason}). Erlauben Sie das Schreiben darin, oder wählen Sie mit --data-dir einen anderen.`,
};

export const bridge: ErrorCatalogue['bridge'] = {
  unknownCall: (p) => `Einen Aufruf „${p.name.slice(0, 80)}“ gibt es nicht.`,
  badArguments: (p) => `Die Werte für „${p.name}“ stimmen nicht: ${p.problem}`,
};

export const shell: ErrorCatalogue['shell'] = {
  foreignSender: () => 'Nur die Seite von Slipway selbst darf Slipway aufrufen.',
  badCall: () => 'Ein Aufruf braucht einen Namen.',
  linkRefused: (p) => `Nur Adressen mit https und http werden geöffnet; diese beginnt mit „${p.scheme}“.`,
  noAddress: () => 'Das ist keine Adresse, die sich öffnen lässt.',
  nothingToShow: (p) => `${p.path} gibt es nicht mehr und lässt sich deshalb nicht zeigen.`,
  noAccount: () =>
    'Melden Sie sich zuerst bei einem Verteildienst an, und laden Sie den Build dann erneut hoch.',
  secretsUnavailable: (p) =>
    `Passwörter lassen sich weder aufbewahren noch lesen: ${p.reason}. Slipway schreibt sie nie im Klartext. Entsperren oder richten Sie den Schlüsselbund ein (unter Linux: GNOME Keyring oder KWallet), starten Sie Slipway neu und melden Sie sich an.`,
  secretsLocked: () =>
    'Der Schlüsselbund dieses Computers ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut; die Passwörter darin sind noch da.',
  secretUnreadable: () =>
    'Ein gespeichertes Passwort lässt sich nicht mehr entschlüsseln, vermutlich weil der Schlüsselbund ersetzt wurde. Melden Sie sich neu an.',
  notOpened: (p) =>
    `${p.path} ließ sich nicht öffnen: ${p.reason}. Öffnen Sie die Datei mit einem Programm Ihrer Wahl.`,
  notPackaged: () =>
    'Hier nicht möglich: Das kann nur die installierte Anwendung, nicht eine aus den Quellen gestartete.',
  noFeed: () => 'Diese Kopie von Slipway wurde ohne Adresse für Updates gebaut.',
  noPublisher: () =>
    'Diese Kopie von Slipway wurde ohne Signatur gebaut. Neuere Versionen ließen sich nicht prüfen und werden deshalb nicht gesucht.',
  loginNotAllowed: () =>
    'macOS fragt zuerst nach Ihrer Erlaubnis. Erlauben Sie Slipway unter Systemeinstellungen › Allgemein › Anmeldeobjekte.',
  loginRefused: () =>
    'Das System hat die Änderung nicht übernommen. Suchen Sie Slipway unter den Programmen, die beim Anmelden starten.',
  loginUnnamable: (p) =>
    `Slipway liegt in einem Ordner, dessen Namen keine Autostart-Datei aufnehmen kann (${p.path}). Verschieben Sie es und versuchen Sie es erneut.`,
  updateFailed: (p) =>
    `Eine neuere Version war nicht zu bekommen: ${p.reason}. Diese arbeitet weiter; versuchen Sie es später erneut.`,
  noNotifications: () => 'Dieser Computer zeigt keine Mitteilungen von Anwendungen.',
  updateNotReady: () => 'Auf diesem Computer ist noch keine neuere Version bereit.',
  updateWhileUploading: () =>
    'Es werden gerade Builds hochgeladen. Die neuere Version wird danach eingesetzt, oder wenn Sie Slipway beenden.',
};

export const web: ErrorCatalogue['web'] = {
  notBuilt: (p) =>
    `Die Oberfläche fehlt (${p.folder}). Führen Sie in einem Checkout zuerst npm run build aus.`,
  portTaken: (p) =>
    `Port ${p.port} wird von einem anderen Programm verwendet. Wählen Sie mit --ui-port einen anderen, oder lassen Sie ihn weg.`,
  portRefused: (p) =>
    `Port ${p.port} lässt sich nicht öffnen (${p.reason}). Wählen Sie mit --ui-port einen anderen, oder lassen Sie ihn weg.`,
  foreignHost: () =>
    'Diese Adresse wird hier nicht bedient. Öffnen Sie die Adresse, die Slipway ausgegeben hat.',
  foreignOrigin: () =>
    'Slipway antwortet nur seiner eigenen Seite. Öffnen Sie die Adresse, die Slipway ausgegeben hat.',
  sessionNeeded: () =>
    'Diese Seite ist nicht mehr mit Slipway verbunden. Lassen Sie sich im Terminal einen neuen Link geben.',
  linkRefused: () =>
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Lassen Sie sich im Terminal einen neuen geben.',
  notFound: () => 'Unter dieser Adresse gibt es nichts.',
  wrongMethod: (p) => `Diese Adresse antwortet nur auf ${p.allowed}.`,
  wrongType: (p) => `Die Anfrage muss als ${p.expected} gesendet werden.`,
  notJson: () => 'Die Anfrage ist kein gültiges JSON der erwarteten Form.',
  tooLarge: (p) => `Die Anfrage ist größer als ${p.limit} Byte.`,
  lengthNeeded: () => 'Die Größe der Datei muss mit der Anfrage angegeben werden.',
  noSpace: (p) =>
    `„${p.name}“ braucht ${p.needed} Byte, aber nur ${p.free} sind auf dem Laufwerk frei. Schaffen Sie Platz und legen Sie die Datei erneut ab.`,
  cutOff: (p) => `„${p.name}“ kam nur teilweise an. Legen Sie die Datei erneut ab.`,
  browserDoes: (p) => `${p.what}: Das macht der Browser selbst.`,
  noDesktop: (p) => `Dieser Computer hat keinen Desktop, auf dem sich ${p.path} zeigen ließe.`,
  notInTab: () => 'Hier nicht möglich: Das kann nur die installierte Anwendung, kein Browser-Tab.',
};
