/** French for what a device makes of a push. */
import type { SentenceCatalogue } from '../translation.ts';

const staying = (stays: number | null): string =>
  stays === null
    ? ''
    : ` Son importance reste ${stays} : une app peut la baisser plus tard, mais pas l’augmenter.`;

const importance = (p: { readonly id: string; readonly importance: number }): string =>
  `Le canal ${p.id} a l’importance ${p.importance}`;

export const device: SentenceCatalogue['device'] = {
  // Why a property has no text
  noKeyMapped: (p) => `La correspondance ne nomme aucune clé pour ${p.path}`,
  keyMissing: (p) => `Les données reçues n’ont pas de clé « ${p.key} »`,
  keyHoldsNoText: (p) => `La clé « ${p.key} » ne contient pas de texte`,
  keyHoldsNoName: (p) => `La clé « ${p.key} » ne contient pas de nom`,
  keyHoldsNoTitle: (p) => `La clé « ${p.key} » ne contient pas de titre`,
  notWhole: (p) => `« ${p.text} » n’est pas un nombre entier`,
  notAnId: (p) =>
    `« ${p.text} » n’est pas l’identifiant d’un canal, qui est un nombre de ${p.least} à ${p.most}`,
  titleAlone: () => 'Le titre arrive sans identifiant de canal utilisable',
  notOneToFive: (p) => `« ${p.text} » n’est pas un des nombres de 1 à 5`,
  // What comes of it
  taken: (p) => `Repris de la clé « ${p.key} ».`,
  takenNumber: (p) =>
    `Repris de la clé « ${p.key} », qui contient un nombre ; en chemin, il devient du texte.`,
  takenBoolean: (p) =>
    `Repris de la clé « ${p.key} », qui contient true ou false ; en chemin, cela devient du texte.`,
  takenElsewhere: (p) =>
    `Pris de la clé « ${p.key} », là où la version 2 l’a ; cette correspondance ancienne mène à « ${p.own} ».`,
  noTitle: (p) => `${p.reason}, la notification n’a donc pas de titre.`,
  noText: (p) => `${p.reason}, la notification n’a donc pas de texte.`,
  ownIcon: (p) => `${p.reason}, c’est donc l’icône de l’app qui est affichée.`,
  iconEnding: (p) =>
    `« ${p.text} » a une extension. L’icône est cherchée par son nom sans extension ; elle n’est donc pas trouvée, et c’est l’icône de l’app qui est affichée.`,
  defaultChannel: (p) => `${p.reason}, le canal par défaut est donc utilisé.`,
  defaultTitle: (p) => `${p.reason}, le titre par défaut est donc utilisé.`,
  defaultImportance: (p) => `${p.reason}, l’importance est donc ${p.importance}.`,
  noneDeleted: (p) => `${p.reason}, aucun canal n’est donc supprimé.`,
  noChannelId: (p) =>
    `« ${p.text} » n’est pas un nombre entier, donc pas l’identifiant d’un canal : aucun canal n’est supprimé.`,
  badgeShown: (p) => `${p.reason}, une pastille est donc affichée.`,
  badgeOnlyFalse: (p) => `Seul « false » désactive la pastille ; « ${p.text} » ne le fait pas.`,
  noSound: (p) => `${p.reason}, il n’y a donc pas de son personnalisé.`,
  notWav: (p) => `« ${p.text} » n’est pas le nom d’un fichier .wav, il n’y a donc pas de son.`,
  soundOnIosOnly: () => 'Le son est destiné à iOS ; sur Android, c’est le canal qui décide.',
  iosNoChannels: () => 'iOS n’a pas de canaux.',
  iosIgnored: () => 'iOS n’a pas de canaux, cette valeur est donc ignorée.',
  tooOld: (p) =>
    `Les canaux existent à partir d’Android 8 (niveau d’API ${p.first}) ; ici, c’est le niveau ${p.level}.`,
  tooOldIgnored: (p) =>
    `Les canaux existent à partir d’Android 8 (niveau d’API ${p.first}) ; ici, c’est le niveau ${p.level}, cette valeur est donc ignorée.`,
  // What is shown
  iosNotAllowed: () => 'La personne n’a pas autorisé l’app à envoyer des notifications.',
  permissionMissing: (p) =>
    `À partir du niveau ${p.first}, rien n’est affiché sans l’autorisation, et elle n’a pas été accordée.`,
  switchedOff: () => 'La personne a désactivé les notifications de l’app.',
  noBadges: (p) => `Les pastilles existent à partir d’Android 8 (niveau d’API ${p.first}).`,
  inShade: () => 'Elle est affichée dans le volet des notifications.',
  folded: (p) => `${importance(p)} : elle est repliée à la fin du volet.`,
  onLockScreen: () => 'Elle est affichée sur l’écran de verrouillage.',
  notOnLockScreen: (p) => `${importance(p)} : elle n’est pas affichée sur l’écran de verrouillage.`,
  ordinaryPriority: () => 'Sa priorité est la priorité ordinaire, qui n’affiche pas de bannière.',
  banner: (p) => `${importance(p)} : une bannière apparaît.`,
  noBanner: (p) => `${importance(p)} : pas de bannière, il faut pour cela 4 ou 5.`,
  ownSound: () => 'Le son de l’appareil est joué.',
  channelSound: (p) => `${importance(p)} : le son de l’appareil est joué.`,
  channelSilent: (p) => `${importance(p)} : elle est muette, il faut au moins 3 pour un son.`,
  iosEmpty: () => 'Il n’y a ni titre ni texte à afficher.',
  iosByItself: () => 'iOS l’affiche de lui-même, car l’app n’est pas au premier plan.',
  iosAlert: () => 'L’app est au premier plan et a demandé ALERT.',
  iosNoAlert: () => 'L’app est au premier plan et n’a pas demandé ALERT.',
  iosOwnIcon: () => 'iOS affiche toujours l’icône de l’app.',
  iosUnlocked: () => 'L’app est au premier plan, l’écran n’est donc pas verrouillé.',
  iosNothingAsked: () => 'L’app n’a demandé aucune présentation.',
  iosNoSound: () => 'L’app est au premier plan et n’a pas demandé SOUND.',
  localNoSound: () => 'Une notification locale ne nomme pas de son.',
  dataOnlyOnIos: () =>
    'La référence ne connaît que des messages de données et ne dit pas ce qu’iOS reçoit à afficher tant que l’app n’est pas au premier plan. Voici ce que demande la correspondance ; avec des données seules, un appareil peut ne rien afficher tant que l’app ne tourne pas.',
  // Channels
  channelNotThere: (p) => `Il n’y a pas de canal ${p.id}, aucun n’est donc supprimé.`,
  channelDeleted: (p) => `Le canal ${p.id} est supprimé, et ce qui y était affiché disparaît avec lui.`,
  channelRestored: (p) => `Le canal ${p.id} avait été supprimé ; il revient.${staying(p.stays)}`,
  channelCreated: (p) => `Le canal ${p.id} est créé, avec l’importance ${p.importance}.`,
  channelThere: (p) => `Le canal ${p.id} existe déjà.${staying(p.stays)}`,
  channelChanged: (p) =>
    `Le canal ${p.id} existe déjà et prend le nouveau titre ou l’importance plus basse.${staying(p.stays)}`,
  deletedAndUsed: (p) =>
    `Le message supprime le canal ${p.id} et l’utilise aussi. Il est d’abord supprimé, puis créé de nouveau, car à partir d’Android 8 chaque notification appartient à un canal.`,
  // Callbacks
  arrivesOnAndroidInForeground: () =>
    'Le message arrive pendant que l’app tourne au premier plan ; ce que la fonction renvoie ne compte que sur iOS.',
  arrivesOnAndroidInBackground: () =>
    'Le message arrive pendant que l’app tourne en arrière-plan ; ce que la fonction renvoie ne compte que sur iOS.',
  arrivesOnIosInBackground: () =>
    'Le message arrive pendant que l’app tourne en arrière-plan, où iOS l’affiche de lui-même ; ce que la fonction renvoie ne compte qu’au premier plan.',
  arrivesInForeground: () =>
    'Le message arrive pendant que l’app est au premier plan ; ce que la fonction renvoie décide de la présentation.',
  arrivesWithUserNotifications: () =>
    'Le message arrive au premier plan avec userNotificationEnabled ; ce que la fonction renvoie décide de la présentation.',
  localWithUserNotifications: () =>
    'Une notification locale arrive à échéance au premier plan avec userNotificationEnabled.',
  localInForeground: () =>
    'Une notification locale arrive à échéance pendant que l’app est au premier plan, où aucune alerte n’est affichée.',
  tapped: () => 'La personne touche la notification.',
  tappedOutside: () => 'La personne touche la notification. L’app passe d’abord au premier plan.',
  // What reaches nobody, and what an app must not do
  lostInEmulator: () =>
    'Les notifications push n’arrivent que dans les builds publiés, pas dans l’émulateur.',
  lostWithoutToken: () => 'L’appareil n’a pas encore de jeton, rien ne peut donc lui être envoyé.',
  lostWithoutAddress: () => 'Le message n’a pas de « to » ; il n’est donc envoyé à aucun appareil.',
  lostTopic: (p) => `L’appareil n’est pas abonné à « ${p.topic} ».`,
  lostToken: () => 'Le message est envoyé au jeton d’un autre appareil.',
  noTokenInEmulator: () =>
    'Les notifications push ne fonctionnent que dans les builds publiés, pas dans l’émulateur.',
  noTokenWithoutEntitlement: () =>
    'Sans aps-environment dans app.entitlements, l’appareil ne reçoit pas de jeton.',
  closedCannotPresent: () => 'Une app fermée ne peut pas afficher de notification.',
  closedCannotSchedule: () => 'Une app fermée ne peut pas planifier de notification.',
  mustNotAsk: (p) =>
    `L’autorisation existe à partir du niveau 33 ; au niveau ${p.level}, l’app ne doit pas la demander.`,
};
