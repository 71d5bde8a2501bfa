/** German for the check of a project folder. */
import type { SentenceCatalogue } from '../translation.ts';

const published =
  'Push-Nachrichten kommen nur in veröffentlichten Builds an, nicht im Emulator, wo das Registrieren immer scheitert; auf Android erscheint ein eigenes Symbol nur in veröffentlichten Builds.';

const sounds = (count: number): string =>
  count === 0
    ? 'Darin liegt kein Ton.'
    : count === 1
      ? 'Darin liegt ein Ton.'
      : `Darin liegen ${count} Töne.`;

export const check: SentenceCatalogue['check'] = {
  // The rules
  mappingFileRule: () => 'Die Zuordnungsdatei liegt an ihrem Platz',
  mappingRule: () => 'Die Zuordnungsdatei ist verwendbar',
  iconRule: () => 'Das Symbol liegt bei den Bildern, und sein Name hat keine Endung',
  senderIdRule: () => 'Das Projekt nennt seine Absender-ID',
  entitlementsRule: () => 'iOS: app.entitlements lässt die App Push-Nachrichten empfangen',
  soundsRule: () => 'iOS: Der Ordner der Töne enthält nur WAV-Töne',
  permissionRule: () => 'Android 13: Das Manifest deklariert die Berechtigung',
  publishedRule: () => 'Push-Nachrichten kommen nur in veröffentlichten Builds an',
  buildEntitlementRule: () => 'Das Profil des Builds erlaubt Push-Nachrichten, wie das Projekt es sagt',
  buildPermissionRule: () => 'Der Build deklariert die Berechtigung, wie das Projekt es sagt',
  buildTargetRule: () => 'Das Ziel-Level des Builds und die Berechtigung passen zusammen',
  // What was not read, and why: the end of a sentence
  notRead: (p) => `Nicht gelesen: ${p.reason}.`,
  linkOutside: () => 'Der Weg führt über eine Verknüpfung aus dem Projekt hinaus, der nicht gefolgt wird',
  outside: () => 'Der Ort liegt außerhalb des Projekts',
  noOrdinaryFile: () => 'Es ist keine gewöhnliche Datei',
  unreadable: (p) => `Der Zugriff ist nicht möglich (${p.code})`,
  aFolder: () => 'Es ist ein Ordner',
  farTooLarge: () => 'Die Datei ist weit größer, als eine solche je ist',
  noUtf8: () => 'Die Datei ist kein Text in UTF-8',
  fileNoUtf8: () => 'Die Datei ist kein Text in UTF-8.',
  // The mapping file
  there: () => 'Sie ist da.',
  noMappingFile: () =>
    'Es gibt keine Zuordnungsdatei, daher findet der Handler in dem, was er empfängt, keine Eigenschaft.',
  mappingElsewhere: (p) => `Stattdessen gibt es ${p.alike}. Name und Ordner müssen genau ${p.file} lauten.`,
  makeMapping: () =>
    'Eine Zuordnungsdatei anlegen, in der jede Eigenschaft den Schlüssel ihres eigenen Namens hat',
  noMappingToRead: () => 'Es gibt keine Zuordnungsdatei, die zu lesen wäre.',
  mapped: (p) => `Sie ordnet ${p.count} der neun Eigenschaften zu.`,
  convert: () => 'Die Datei in Version 2 umwandeln, mit denselben Schlüsseln',
  convertMoving: (p) =>
    `Die Datei in Version 2 umwandeln, mit denselben Schlüsseln; Absender müssen dann so senden: ${p.names.join(', ')}`,
  setVersion: () => 'configuration_version auf "2" setzen',
  // The icon
  noUsableMapping: () => 'Es gibt keine Zuordnung, die verwendbar wäre.',
  noIconMapped: () => 'Es ist kein Symbol zugeordnet, daher erscheint das Symbol der App.',
  messageIconEnding: (p) => `Die Nachricht nennt das Symbol „${p.name}“. Namen stehen ohne Endung.`,
  noImages: () => 'Es gibt keinen Bilderordner, in dem nach dem Symbol zu suchen wäre.',
  iconFound: (p) =>
    `Das Symbol „${p.name}“ liegt bei den Bildern. Es erscheint nur in veröffentlichten Builds.`,
  noPicture: (p) => `In ${p.folder} gibt es kein Bild „${p.name}“, daher erscheint das Symbol der App.`,
  iconInMessage: (p) =>
    `Der Name des Symbols kommt mit der Nachricht, unter dem Schlüssel „${p.key}“. Geben Sie eine Nachricht an, dann wird es unter den Bildern in ${p.folder} gesucht (${p.count}).`,
  // The sender id
  noProject: () => 'Es gibt keine project.json, in der die Absender-ID steht.',
  projectNoJson: (p) => `Die Datei ist kein gültiges JSON: ${p.problem}`,
  noSenderId: () => 'Darin steht keine Absender-ID. Üblich ist api.googleCloudMessaging.senderID.',
  senderIdEmpty: (p) => `${p.path} ist leer. Ohne Absender-ID registriert sich kein Android-Gerät.`,
  senderIdUnclear: (p) =>
    `${p.path} ist „${p.value}“, und eine Absender-ID ist eine Zahl. Vielleicht ersetzt ein Schritt des Builds sie.`,
  senderId: (p) => `${p.path} lautet ${p.value}.`,
  // Entitlements
  entitlementsNoUtf8: () => 'Sie ist kein Text in UTF-8.',
  noKeysAndValues: () => 'Sie ist keine Eigenschaftsliste (plist) mit Schlüsseln und Werten.',
  ownEntities: () => 'Sie definiert eigene Entitäten.',
  noPropertyList: () => 'Sie ist keine Eigenschaftsliste: Sie muss aus einem <plist> bestehen.',
  environmentMissing: () => 'Der Schlüssel aps-environment fehlt, daher bekommt das Gerät keinen Token.',
  environmentWrong: (p) =>
    `aps-environment ist ${p.value}. Es muss der Text development oder production sein.`,
  environmentGood: (p) =>
    `aps-environment ist ${p.value}. Auch im Signaturzertifikat muss Push eingeschaltet sein; das zeigt ein Build.`,
  setEnvironment: (p) => `aps-environment auf ${p.environment} setzen`,
  noEntitlements: () => 'Es gibt keine app.entitlements, daher bekommen iOS-Geräte keinen Token.',
  entitlementsElsewhere: (p) => `Stattdessen gibt es ${p.alike}. Der Name muss genau ${p.file} lauten.`,
  makeEntitlements: (p) => `app.entitlements mit aps-environment ${p.environment} anlegen`,
  renameEntitlements: (p) => `${p.alike} in app.entitlements umbenennen`,
  // Sounds
  noSounds: () => 'Es gibt keinen Ordner für Töne, daher hat die App keine eigenen Töne.',
  sounds: (p) => sounds(p.count),
  soundNoFile: () =>
    'Das ist keine Datei. Der Ordner enthält nur Töne, keine Ordner und keine Verknüpfungen.',
  notWav: (p) =>
    `„${p.name}“ ist keine .wav-Datei. Der Ordner enthält nur Push-Töne; verschieben Sie die Datei woandershin.`,
  wavProblem: (p) => `Die Datei heißt .wav, aber ${p.problem}.`,
  capitalWav: () => 'Die Endung muss .wav in Kleinbuchstaben sein; mit dieser gibt es keinen Ton.',
  renameSound: (p) => `${p.name} so umbenennen, dass der Name auf .wav endet`,
  soundMissing: (p) => `Die Nachricht nennt den Ton „${p.name}“, und im Ordner liegt keiner dieses Namens.`,
  // What is no WAV: the end of a sentence
  empty: () => 'sie ist leer',
  cutOff: () => 'sie ist abgeschnitten: Ihr Kopf verspricht mehr, als da ist',
  headerSilent: () => 'ihr Kopf sagt nicht, was für einen Ton sie enthält',
  mp3: () => 'sie ist eine MP3-Datei',
  ogg: () => 'sie ist ein Ogg-Ton',
  flac: () => 'sie ist ein FLAC-Ton',
  aiff: () => 'sie ist ein AIFF-Ton',
  caf: () => 'sie ist ein CAF-Ton',
  mpeg4: () => 'sie ist eine MPEG-4-Datei',
  noWavInside: () => 'innen ist sie kein WAV-Ton',
  // The manifest
  noManifest: () => 'Es gibt kein Manifest, in dem die Berechtigung zu deklarieren wäre.',
  manifestElsewhere: (p) =>
    `Es gibt kein Manifest, in dem die Berechtigung zu deklarieren wäre. Stattdessen gibt es ${p.alike}.`,
  manifestBroken: (p) => `Das Manifest ist nicht wohlgeformt: ${p.problem}`,
  noManifestInside: () => 'Es beginnt nicht mit <manifest>.',
  declarePermission: (p) => `${p.permission} deklarieren`,
  declared: () =>
    'Sie ist deklariert. Ab Level 33 muss die App sie auch zur Laufzeit anfordern; darunter darf sie weder danach sehen noch sie anfordern.',
  declaredBelow: () => 'Sie ist nur für Level unter 33 deklariert, und erst ab da wird sie gebraucht.',
  removed: () => 'Sie ist zum Entfernen markiert, wenn die Manifeste zusammengeführt werden.',
  notDeclared: (p) => `${p.permission} ist nicht deklariert, daher wird ab Android 13 nichts gezeigt.`,
  notNeeded: (p) =>
    `Sie muss nicht deklariert sein: Das Ziel-Level ist ${p.target}, daher fragt das System die Person ab Android 13 von selbst. Ab Ziel-Level 33 muss sie deklariert sein, darunter darf die App sie weder prüfen noch anfordern.`,
  // What is no XML
  noEnd: () => 'Was hier beginnt, hat kein Ende.',
  noTag: () => 'Das ist kein vollständiges Tag.',
  notOpen: (p) => `„${p.name}“ wird hier geschlossen und war nicht offen.`,
  notClosed: (p) => `Der Text endet zu früh: „${p.name}“ ist nicht geschlossen.`,
  // Builds
  publishedUnknown: () => `${published} Das Projekt allein zeigt nicht, welcher auf einem Gerät ist.`,
  simulatorBuild: () => `Das ist ein Build für den Simulator. ${published}`,
  publishedBuild: () => `Das ist ein veröffentlichter Build. ${published}`,
  noProfile: () =>
    'Der Build hat kein Bereitstellungsprofil und zeigt daher nicht, ob er Push-Nachrichten empfangen darf.',
  unreadableProfile: () =>
    'Der Build hat ein Profil, das nicht lesbar ist, und zeigt daher nicht, ob er Push-Nachrichten empfangen darf.',
  profileWithout: () =>
    'Das Profil des Builds erlaubt keine Push-Nachrichten, daher bekommt das Gerät keinen Token. Schalten Sie Push für die App-ID ein, und signieren Sie mit einem neuen Profil.',
  profileAlone: (p) =>
    `Das Profil des Builds erlaubt Push-Nachrichten für ${p.environment}; das Projekt sagt nicht, was es will.`,
  profileSame: (p) => `Profil und Projekt nennen beide ${p.environment}.`,
  profileOther: (p) =>
    `Das Profil des Builds erlaubt Push-Nachrichten für ${p.environment}, und app.entitlements nennt ${p.value}. Beide müssen gleich sein.`,
  buildDeclaresAlone: () =>
    'Der Build deklariert die Berechtigung, das Manifest des Projekts aber nicht: Etwas anderes hat sie hinzugefügt.',
  buildDeclares: () => 'Der Build deklariert die Berechtigung.',
  buildLacks: () =>
    'Das Projekt deklariert die Berechtigung, der Build nicht: Er ist älter als die Änderung, oder ein Schritt des Builds hat sie herausgenommen.',
  buildDeclaresNot: (p) => `Der Build deklariert ${p.permission} nicht.`,
  buildNeedsNot: (p) =>
    `Der Build deklariert ${p.permission} nicht und muss es nicht: Sein Ziel-Level ist ${p.target}.`,
  targetMissing: () => 'Das Ziel-Level des Builds ist nicht angegeben.',
  targetUnclear: (p) => `Das Ziel-Level des Builds ist „${p.target}“.`,
  targetOlder: (p) =>
    `Das Ziel-Level ist ${p.target}: Ab Android 13 fragt das System die Person von selbst, wenn die App ihren ersten Kanal anlegt.`,
  targetRequests: (p) =>
    `Das Ziel-Level ist ${p.target}: Ab Android 13 muss die App die Berechtigung zur Laufzeit anfordern.`,
  targetWithout: (p) =>
    `Das Ziel-Level ist ${p.target}, und die Berechtigung ist nicht deklariert: Ab Android 13 wird nie etwas gezeigt.`,
};
