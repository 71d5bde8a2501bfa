/** German for failures of the built-in service. */
import type { ErrorCatalogue } from '../translation.ts';

export const service: ErrorCatalogue['service'] = {
  token: () => 'Das Zugriffstoken ist falsch oder abgelaufen. Holen Sie ein neues von der Anmeldeadresse.',
  noRoute: (p) => `Unter ${p.path} gibt es nichts. Prüfen Sie die Adresse.`,
  method: (p) => `${p.method} ist unter dieser Adresse nicht möglich. Verwenden Sie ${p.allowed}.`,
  notAcceptable: (p) =>
    `Keine Antwort passt zu Accept: ${p.accept}. Verwenden Sie application/json oder application/vnd.<Anbieter>.hateaos+json.`,
  badId: (p) => `Die ID ${p.id} ist keine ganze Zahl zwischen 1 und 2147483647.`,
  badPath: (p) =>
    `Die Adresse ${p.path} ist nicht richtig geschrieben: Auf jedes % folgen zwei hexadezimale Ziffern, zusammen ergeben sie UTF-8.`,
  badHost: (p) =>
    `Die Anfrage hat ${p.hosts.length === 1 ? `einen Host-Header, der keinen Host nennt: „${p.hosts[0]}“` : p.hosts.length === 0 ? 'keinen Host-Header' : `${p.hosts.length} Host-Header`}. Senden Sie genau einen, mit Namen und Port dieses Dienstes.`,
  badBody: (p) => `Der Inhalt der Anfrage ist nicht verwendbar: ${p.reason}.`,
  bodyTooLarge: (p) => `${p.what}: mehr, als dieser Dienst annimmt. Senden Sie weniger.`,
  badRequest: () => 'Das ist keine Anfrage nach HTTP/1.1. Nichts davon wurde ausgeführt.',
  headersTooLarge: () =>
    'Die Kopfzeilen der Anfrage sind größer, als dieser Dienst annimmt. Senden Sie weniger.',
  tooSlow: (p) =>
    `${p.what}: nicht innerhalb von ${p.seconds} s angekommen. Nichts wurde gespeichert; versuchen Sie es erneut.`,
  silent: (p) =>
    `${p.seconds} s lang kam nichts vom Inhalt an, deshalb wird auf den Rest nicht gewartet. Nichts wurde gespeichert; versuchen Sie es erneut.`,
  mediaType: (p) =>
    `Der Inhaltstyp ${p.given} wird hier nicht verstanden. Senden Sie ${p.wanted === '' ? 'keinen Body' : p.wanted}.`,
  noApplication: (p) => `Es gibt keine App mit der ID ${p.id}. Vielleicht wurde sie gelöscht.`,
  noVersion: (p) => `Es gibt keine Version mit der ID ${p.id}. Vielleicht wurde sie gelöscht.`,
  noProfile: (p) => `Es gibt kein Profil mit der ID ${p.id}. Vielleicht wurde es gelöscht.`,
  noItem: (p) => `Es gibt keinen Profileintrag mit der ID ${p.id}. Vielleicht wurde er gelöscht.`,
  noLink: () =>
    'Dieser Link führt nirgendwohin. Vielleicht wurde die Version gelöscht; bitten Sie um einen neuen.',
  inactive: (p) =>
    `${p.name} ${p.version} ist nicht aktiv und kann deshalb weder geladen noch gesendet werden. Aktivieren Sie die Version zuerst.`,
  disabled: (p) => `${p.name} ist abgeschaltet und kann nicht geladen werden.`,
  credentials: () => 'Diese Seite verlangt Benutzernamen und Passwort.',
  slowDown: (p) =>
    `Zu viele falsche Namen oder Passwörter. Warten Sie ${p.seconds} s und versuchen Sie es erneut.`,
  condition: () => 'Die Datei ist nicht mehr dieselbe. Laden Sie sie neu.',
  noFile: () => 'Der Upload enthält keinen Build. Senden Sie eine Datei im Formularfeld „file“.',
  twoFiles: () => 'Der Upload enthält mehr als eine Datei. Senden Sie einen Build auf einmal.',
  emptyFile: (p) => `${p.name} ist leer. Wählen Sie einen fertigen Build.`,
  badUpload: (p) =>
    `Der Upload kam unvollständig an (${p.reason}). Nichts wurde gespeichert; senden Sie ihn erneut.`,
  tooLarge: (p) => `Der Build ist größer als die Grenze von ${p.limit} Byte.`,
  unreadable: (p) => p.reason,
  full: () =>
    'Auf der Platte des Dienstes ist zu wenig frei. Nichts wurde gespeichert; schaffen Sie dort Platz.',
  busy: (p) => `Es laufen schon ${p.limit} Uploads. Versuchen Sie es gleich noch einmal.`,
  badAddress: (p) =>
    `${p.addresses.map((each) => `„${each}“`).join(', ')}: keine ${p.addresses.length === 1 ? 'E-Mail-Adresse' : 'E-Mail-Adressen'}. Niemand wurde angeschrieben.`,
  unknownPeople: (p) =>
    `Nicht vorhanden: ${[...p.teamIds.map((id) => `Team ${id}`), ...p.memberIds.map((id) => `Mitglied ${id}`)].join(', ')}. Niemand wurde angeschrieben.`,
  nobody: () =>
    'Es wurde niemand genannt. Geben Sie Teams, Mitglieder oder Adressen an, die zu mindestens einer Person führen.',
  badMember: (p) => `„${p.email}“ ist keine E-Mail-Adresse. Geben Sie eine an wie ann@example.org.`,
  badLine: (p) => p.reason,
  badCsv: (p) => `Niemand wurde importiert: ${p.reason}.`,
  badName: (p) =>
    `Ein Name muss 1 bis 200 Zeichen lang sein und darf keinen Zeilenumbruch enthalten (${p.what}).`,
  taken: (p) => `Das gibt es schon: ${p.what} ${p.name}.`,
  noPerson: (p) => `Das gibt es nicht: ${p.what} ${p.id}.`,
  weakPassword: (p) => `Ein Passwort braucht mindestens ${p.least} Zeichen.`,
  listen: (p) =>
    `Der Dienst kann auf ${p.host} Port ${p.port} nicht lauschen (${p.reason}). Wählen Sie einen anderen Port (0 für irgendeinen freien) oder eine andere Adresse dieses Computers.`,
  noHost: (p) =>
    `Kein Computer heißt ${p.host} (${p.reason}), deshalb kann der Dienst dort nicht lauschen. Wählen Sie eine Adresse dieses Computers, etwa 127.0.0.1.`,
  publicUrl: (p) =>
    `${p.host} steht für jede Adresse dieses Computers, aber Links müssen zu einer davon führen. Nennen Sie die Adresse, auf der gelauscht wird, oder geben Sie an, wie Tester den Dienst erreichen.`,
  noMail: (p) => `Im Postausgang gibt es keine Nachricht ${p.id}.`,
  mailGone: (p) => `Die Nachricht ${p.id} wurde dem Mailserver übergeben und wird hier nicht aufbewahrt.`,
  mailUnreachable: (p) => `Der Mailserver ${p.server} ist nicht erreichbar: ${p.reason}.`,
  mailCertificate: (p) =>
    `Dem Zertifikat des Mailservers ${p.server} wird nicht vertraut: ${p.reason}. Verwenden Sie den Namen, für den es ausgestellt ist, und lassen Sie diesen Computer dem Aussteller vertrauen.`,
  mailUnencrypted: (p) =>
    `Keine verschlüsselte Verbindung zum Mailserver ${p.server} möglich: ${p.reason}. Prüfen Sie den Port und wann TLS verwendet wird.`,
  mailSignIn: (p) =>
    `Der Mailserver ${p.server} hat Benutzernamen oder Passwort nicht angenommen: ${p.reason}. Geben Sie beides neu ein.`,
  mailRefused: (p) => `Der Mailserver ${p.server} hat die Nachricht abgelehnt: ${p.reason}.`,
  mailDelayed: (p) => `Der Mailserver ${p.server} hat die Nachricht noch nicht angenommen: ${p.reason}.`,
  stopped: () => 'Der Dienst wurde angehalten.',
};
