/** French for the check of a project folder. */
import type { SentenceCatalogue } from '../translation.ts';

const published =
  'Les notifications push n’arrivent que dans les builds publiés, pas dans l’émulateur, où l’enregistrement échoue toujours ; sur Android, une icône personnalisée n’apparaît que dans les builds publiés.';

const sounds = (count: number): string =>
  count === 0
    ? 'Il ne contient aucun son.'
    : count === 1
      ? 'Il contient un son.'
      : `Il contient ${count} sons.`;

export const check: SentenceCatalogue['check'] = {
  // The rules
  mappingFileRule: () => 'Le fichier de correspondance est à sa place',
  mappingRule: () => 'Le fichier de correspondance est utilisable',
  iconRule: () => 'L’icône est parmi les images, et son nom n’a pas d’extension',
  senderIdRule: () => 'Le projet nomme son identifiant d’expéditeur',
  entitlementsRule: () => 'iOS : app.entitlements permet à l’app de recevoir des notifications push',
  soundsRule: () => 'iOS : le dossier des sons ne contient que des sons WAV',
  permissionRule: () => 'Android 13 : le manifeste déclare l’autorisation',
  publishedRule: () => 'Les notifications push n’arrivent que dans les builds publiés',
  buildEntitlementRule: () => 'Le profil du build autorise les notifications push comme le dit le projet',
  buildPermissionRule: () => 'Le build déclare l’autorisation comme le dit le projet',
  buildTargetRule: () => 'Le niveau cible du build et l’autorisation vont ensemble',
  // What was not read, and why: the end of a sentence
  notRead: (p) => `Le fichier n’a pas été lu : ${p.reason}.`,
  linkOutside: () => 'il mène hors du projet par un lien, qui n’est pas suivi',
  outside: () => 'il se trouve hors du projet',
  noOrdinaryFile: () => 'ce n’est pas un fichier ordinaire',
  unreadable: (p) => `il est illisible (${p.code})`,
  aFolder: () => 'c’est un dossier',
  farTooLarge: () => 'il est bien plus grand qu’un tel fichier ne l’est jamais',
  noUtf8: () => 'ce n’est pas un texte en UTF-8',
  fileNoUtf8: () => 'Le fichier n’est pas un texte en UTF-8.',
  // The mapping file
  there: () => 'Il est là.',
  noMappingFile: () =>
    'Il n’y a pas de fichier de correspondance, le gestionnaire ne trouve donc aucune propriété dans ce qu’il reçoit.',
  mappingElsewhere: (p) =>
    `Il y a ${p.alike} à la place. Le nom et les dossiers doivent être exactement ${p.file}.`,
  makeMapping: () => 'Créer un fichier de correspondance où chaque propriété a la clé de son propre nom',
  noMappingToRead: () => 'Il n’y a pas de fichier de correspondance à lire.',
  mapped: (p) => `Il fait correspondre ${p.count} des neuf propriétés.`,
  convert: () => 'Convertir le fichier en version 2, avec les mêmes clés',
  convertMoving: (p) =>
    `Convertir le fichier en version 2, avec les mêmes clés ; les expéditeurs doivent alors utiliser ${p.names.join(', ')}`,
  setVersion: () => 'Mettre configuration_version à "2"',
  // The icon
  noUsableMapping: () => 'Il n’y a pas de correspondance utilisable.',
  noIconMapped: () =>
    'Aucune icône n’est indiquée dans la correspondance, c’est donc l’icône de l’app qui est affichée.',
  messageIconEnding: (p) => `Le message nomme l’icône « ${p.name} ». Les noms s’écrivent sans extension.`,
  noImages: () => 'Il n’y a pas de dossier d’images où chercher l’icône.',
  iconFound: (p) =>
    `L’icône « ${p.name} » est parmi les images. Elle n’apparaît que dans les builds publiés.`,
  noPicture: (p) =>
    `Il n’y a pas d’image « ${p.name} » dans ${p.folder}, c’est donc l’icône de l’app qui est affichée.`,
  iconInMessage: (p) =>
    `Le nom de l’icône arrive avec le message, sous la clé « ${p.key} ». Donnez un message pour qu’elle soit cherchée parmi les images de ${p.folder} (${p.count}).`,
  // The sender id
  noProject: () => 'Il n’y a pas de project.json, où l’identifiant d’expéditeur est écrit.',
  projectNoJson: (p) => `Le fichier n’est pas un JSON valide : ${p.problem}`,
  noSenderId: () =>
    'Aucun identifiant d’expéditeur n’y est écrit. D’habitude, c’est api.googleCloudMessaging.senderID.',
  senderIdEmpty: (p) =>
    `${p.path} est vide. Sans identifiant d’expéditeur, aucun appareil Android ne s’enregistre.`,
  senderIdUnclear: (p) =>
    `${p.path} est « ${p.value} », et un identifiant d’expéditeur est un nombre. Une étape du build le remplace peut-être.`,
  senderId: (p) => `${p.path} vaut ${p.value}.`,
  // Entitlements
  entitlementsNoUtf8: () => 'Ce n’est pas un texte en UTF-8.',
  noKeysAndValues: () => 'Ce n’est pas une liste de propriétés (plist) avec des clés et des valeurs.',
  ownEntities: () => 'Le fichier définit ses propres entités.',
  noPropertyList: () => 'Ce n’est pas une liste de propriétés : ce doit être un seul <plist>.',
  environmentMissing: () => 'La clé aps-environment manque, l’appareil ne reçoit donc pas de jeton.',
  environmentWrong: (p) => `aps-environment est ${p.value}. Ce doit être le texte development ou production.`,
  environmentGood: (p) =>
    `aps-environment est ${p.value}. Le push doit aussi être activé dans le certificat de signature ; un build le montre.`,
  setEnvironment: (p) => `Mettre aps-environment à ${p.environment}`,
  noEntitlements: () => 'Il n’y a pas de app.entitlements, les appareils iOS ne reçoivent donc pas de jeton.',
  entitlementsElsewhere: (p) => `Il y a ${p.alike} à la place. Le nom doit être exactement ${p.file}.`,
  makeEntitlements: (p) => `Créer app.entitlements avec aps-environment ${p.environment}`,
  renameEntitlements: (p) => `Renommer ${p.alike} en app.entitlements`,
  // Sounds
  noSounds: () => 'Il n’y a pas de dossier de sons, l’app n’a donc pas de sons à elle.',
  sounds: (p) => sounds(p.count),
  soundNoFile: () => 'Ce n’est pas un fichier. Le dossier ne contient que des sons, sans dossiers ni liens.',
  notWav: (p) =>
    `« ${p.name} » n’est pas un fichier .wav. Le dossier ne contient que des sons de push ; déplacez-le ailleurs.`,
  wavProblem: (p) => `Le fichier s’appelle .wav, mais ${p.problem}.`,
  capitalWav: () => 'L’extension doit être .wav en minuscules ; avec celle-ci, il n’y a pas de son.',
  renameSound: (p) => `Renommer ${p.name} pour que son nom finisse par .wav`,
  soundMissing: (p) => `Le message nomme le son « ${p.name} », et le dossier n’en contient aucun de ce nom.`,
  // What is no WAV: the end of a sentence
  empty: () => 'il est vide',
  cutOff: () => 'il est coupé : son en-tête promet plus qu’il n’y a',
  headerSilent: () => 'son en-tête ne dit pas quelle sorte de son il contient',
  mp3: () => 'c’est un MP3',
  ogg: () => 'c’est un son Ogg',
  flac: () => 'c’est un son FLAC',
  aiff: () => 'c’est un son AIFF',
  caf: () => 'c’est un son CAF',
  mpeg4: () => 'c’est un fichier MPEG-4',
  noWavInside: () => 'son contenu n’est pas un son WAV',
  // The manifest
  noManifest: () => 'Il n’y a pas de manifeste où déclarer l’autorisation.',
  manifestElsewhere: (p) =>
    `Il n’y a pas de manifeste où déclarer l’autorisation. Il y a ${p.alike} à la place.`,
  manifestBroken: (p) => `Le manifeste n’est pas bien formé : ${p.problem}`,
  noManifestInside: () => 'Il ne commence pas par <manifest>.',
  declarePermission: (p) => `Déclarer ${p.permission}`,
  declared: () =>
    'Elle est déclarée. À partir du niveau 33, l’app doit aussi la demander à l’exécution ; en dessous, elle ne doit ni la vérifier ni la demander.',
  declaredBelow: () =>
    'Elle n’est déclarée que pour les niveaux inférieurs à 33, et c’est à partir de là qu’il la faut.',
  removed: () => 'Elle est marquée pour être retirée à la fusion des manifestes.',
  notDeclared: (p) => `${p.permission} n’est pas déclarée, rien n’est donc affiché à partir d’Android 13.`,
  notNeeded: (p) =>
    `Il n’est pas nécessaire de la déclarer : le niveau cible est ${p.target}, donc à partir d’Android 13 le système demande de lui-même à la personne. À partir du niveau cible 33 elle doit être déclarée ; en dessous, l’app ne doit ni la vérifier ni la demander.`,
  // What is no XML
  noEnd: () => 'Ce qui commence ici n’a pas de fin.',
  noTag: () => 'Ce n’est pas une balise entière.',
  notOpen: (p) => `« ${p.name} » est fermé ici et n’était pas ouvert.`,
  notClosed: (p) => `Le texte finit trop tôt : « ${p.name} » n’est pas fermé.`,
  // Builds
  publishedUnknown: () => `${published} Le projet seul ne montre pas lequel est sur un appareil.`,
  simulatorBuild: () => `C’est un build pour le simulateur. ${published}`,
  publishedBuild: () => `C’est un build publié. ${published}`,
  noProfile: () =>
    'Le build n’a pas de profil d’approvisionnement ; il ne montre donc pas s’il peut recevoir des notifications push.',
  unreadableProfile: () =>
    'Le build a un profil illisible ; il ne montre donc pas s’il peut recevoir des notifications push.',
  profileWithout: () =>
    'Le profil du build n’autorise pas les notifications push, l’appareil ne reçoit donc pas de jeton. Activez le push pour l’identifiant de l’app et signez avec un nouveau profil.',
  profileAlone: (p) =>
    `Le profil du build autorise les notifications push en ${p.environment} ; le projet ne dit pas ce qu’il veut.`,
  profileSame: (p) => `Le profil et le projet disent tous deux ${p.environment}.`,
  profileOther: (p) =>
    `Le profil du build autorise les notifications push en ${p.environment}, et app.entitlements dit ${p.value}. Les deux doivent être identiques.`,
  buildDeclaresAlone: () =>
    'Le build déclare l’autorisation, alors que le manifeste du projet ne le fait pas : autre chose l’a ajoutée.',
  buildDeclares: () => 'Le build déclare l’autorisation.',
  buildLacks: () =>
    'Le projet déclare l’autorisation et le build non : il est antérieur à la modification, ou une étape du build l’a retirée.',
  buildDeclaresNot: (p) => `Le build ne déclare pas ${p.permission}.`,
  buildNeedsNot: (p) =>
    `Le build ne déclare pas ${p.permission}, et ce n’est pas nécessaire : son niveau cible est ${p.target}.`,
  targetMissing: () => 'Le niveau cible du build n’est pas indiqué.',
  targetUnclear: (p) => `Le niveau cible du build est « ${p.target} ».`,
  targetOlder: (p) =>
    `Le niveau cible est ${p.target} : à partir d’Android 13, le système demande de lui-même à la personne quand l’app crée son premier canal.`,
  targetRequests: (p) =>
    `Le niveau cible est ${p.target} : à partir d’Android 13, l’app doit demander l’autorisation à l’exécution.`,
  targetWithout: (p) =>
    `Le niveau cible est ${p.target} et l’autorisation n’est pas déclarée : à partir d’Android 13, rien n’est jamais affiché.`,
};
