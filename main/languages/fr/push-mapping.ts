/** French for what is said of mapping files and messages. */
import type { SentenceCatalogue } from '../translation.ts';

const sent = (p: { readonly path: string; readonly text: string }, was: string): string =>
  `${p.path} était ${was} et est envoyé comme le texte ${p.text}.`;

export const mapping: SentenceCatalogue['mapping'] = {
  // What is no JSON
  afterEnd: () => 'Quelque chose suit la fin du JSON. Retirez-le.',
  tooDeep: () => 'L’imbrication est trop profonde.',
  endsEarly: () => 'Le texte finit trop tôt ; il manque une valeur.',
  nameExpected: () => 'Un nom entre guillemets doubles est attendu ici.',
  colonExpected: () => 'Un deux-points est attendu après le nom.',
  commaInObject: () => 'Une virgule ou } est attendue dans cet objet.',
  commaInArray: () => 'Une virgule ou ] est attendue dans cette liste.',
  commaBeforeBrace: () => 'Retirez la virgule avant }.',
  commaBeforeBracket: () => 'Retirez la virgule avant ].',
  quotesOpen: () => 'Le texte entre guillemets n’est pas fermé.',
  wrongBackslash: () => 'Ici, la barre oblique inverse est suivie d’une mauvaise lettre.',
  valueExpected: () =>
    'Un texte, un nombre, true, false, null, { ou [ est attendu ici. Le texte se met entre guillemets doubles.',
  // What is no mapping file
  keyNoText: () => 'Le nom d’une clé doit être un texte entre guillemets doubles.',
  keyEmpty: () => 'Le nom de la clé est vide. Saisissez le nom sous lequel la valeur arrive.',
  notificationNoObject: () => '« notification » doit être un objet de propriétés et de noms de clés.',
  wrongVersion: (p) => `« configuration_version » doit être le texte "${p.version}".`,
  noMapping: () =>
    'Ce n’est pas un fichier de correspondance : il doit contenir un seul objet JSON avec « notification ».',
  // Older forms
  dataPaths: () =>
    'C’est la plus ancienne forme du fichier, sans « notification » : chaque propriété mène à sa clé par « data ». Elle est lue comme la version 2, avec les noms les plus intérieurs comme clés.',
  channelsApart: () =>
    'C’est l’ancienne forme du fichier, sans « configuration_version » et avec les clés du canal sous « v21 ». Elle est lue comme la version 2.',
  noVersion: () =>
    'C’est une forme ancienne du fichier, sans « configuration_version ». Elle est lue comme la version 2.',
  olderVersion: (p) =>
    `« configuration_version » vaut "${p.version}", c’est donc une forme ancienne du fichier. Elle est lue comme la version 2.`,
  moves: (p) =>
    `La conversion en version 2 déplace des clés : les expéditeurs doivent alors utiliser ${p.names.join(', ')}.`,
  // What is worth a look
  givenTwice: (p) => `« ${p.name} » est indiqué deux fois ; c’est le dernier qui compte.`,
  unknownProperty: (p) =>
    `« ${p.property} » n’est pas une propriété de notification ; le gestionnaire l’ignore.`,
  leadsNowhere: (p) => `« ${p.property} » ne mène à aucun nom de clé et ne fait donc rien correspondre.`,
  leadsToEmpty: (p) => `« ${p.property} » mène à un nom vide et ne fait donc rien correspondre.`,
  sameKey: (p) => `« ${p.property} » et « ${p.other} » viennent tous deux de la clé « ${p.key} ».`,
  sameKeyApart: (p) =>
    `« ${p.property} » et « ${p.other} » ont la clé « ${p.key} » à des endroits différents. Donnez une autre clé à l’une des deux avant de convertir le fichier.`,
  // Why a message cannot be sent: the middle of a sentence
  messageNoObject: () => 'ce n’est pas un objet JSON',
  messageNoData: () => 'il lui manque l’objet « data »',
  messageNoNotification: () => 'il lui manque l’objet « data.notification »',
  targetMissing: () => '« to » doit être le jeton d’un appareil ou un sujet',
  targetWithSpace: () => '« to » contient un espace, ce qu’aucun jeton ni aucun sujet n’a',
  topicName: () => 'le nom du sujet ne peut contenir que des lettres sans accent, des chiffres et - . _ ~ %',
  // What was changed in a message
  leftOut: (p) => `${p.path} est null et omis.`,
  sentList: (p) => sent(p, 'une liste'),
  sentObject: (p) => sent(p, 'un objet'),
  sentNumber: (p) => sent(p, 'un nombre'),
  sentBoolean: (p) => sent(p, 'un booléen'),
  notSent: (p) =>
    `À côté de « to » et « data », ceci n’est pas envoyé : ${p.names.map((name) => `« ${name} »`).join(', ')}.`,
  tooLarge: (p) => `Les données font ${p.bytes} octets ; les fournisseurs en refusent plus de ${p.most}.`,
  // Why a service account cannot be used: the middle of a sentence
  accountNoJson: () => 'ce n’est pas du JSON',
  accountNoObject: () => 'dans son ensemble, ce n’est pas un objet JSON',
  accountIncomplete: (p) => `il y manque ou il y est faux : ${p.names.join(', ')}`,
  accountWrongKey: () => 'sa private_key n’est pas une clé au format PEM',
};
