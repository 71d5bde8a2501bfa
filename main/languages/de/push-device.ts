/** German for what a device makes of a push. */
import type { SentenceCatalogue } from '../translation.ts';

const staying = (stays: number | null): string =>
  stays === null
    ? ''
    : ` Seine Wichtigkeit bleibt ${stays}: Eine App kann sie später senken, aber nicht erhöhen.`;

const importance = (p: { readonly id: string; readonly importance: number }): string =>
  `Der Kanal ${p.id} hat die Wichtigkeit ${p.importance}`;

export const device: SentenceCatalogue['device'] = {
  // Why a property has no text
  noKeyMapped: (p) => `Die Zuordnung nennt keinen Schlüssel für ${p.path}`,
  keyMissing: (p) => `Die empfangenen Daten haben keinen Schlüssel „${p.key}“`,
  keyHoldsNoText: (p) => `Unter dem Schlüssel „${p.key}“ steht kein Text`,
  keyHoldsNoName: (p) => `Unter dem Schlüssel „${p.key}“ steht kein Name`,
  keyHoldsNoTitle: (p) => `Unter dem Schlüssel „${p.key}“ steht kein Titel`,
  notWhole: (p) => `„${p.text}“ ist keine ganze Zahl`,
  notAnId: (p) => `„${p.text}“ ist keine ID eines Kanals, die eine Zahl von ${p.least} bis ${p.most} ist`,
  titleAlone: () => 'Der Titel kommt ohne eine verwendbare ID eines Kanals',
  notOneToFive: (p) => `„${p.text}“ ist keine der Zahlen von 1 bis 5`,
  // What comes of it
  taken: (p) => `Übernommen aus dem Schlüssel „${p.key}“.`,
  takenNumber: (p) =>
    `Übernommen aus dem Schlüssel „${p.key}“, unter dem eine Zahl steht; unterwegs wird sie zu Text.`,
  takenBoolean: (p) =>
    `Übernommen aus dem Schlüssel „${p.key}“, unter dem true oder false steht; unterwegs wird es zu Text.`,
  takenElsewhere: (p) =>
    `Übernommen aus dem Schlüssel „${p.key}“, wo Version 2 ihn hat; diese ältere Zuordnung führt zu „${p.own}“.`,
  noTitle: (p) => `${p.reason}, daher hat die Mitteilung keinen Titel.`,
  noText: (p) => `${p.reason}, daher hat die Mitteilung keinen Text.`,
  ownIcon: (p) => `${p.reason}, daher erscheint das Symbol der App.`,
  iconEnding: (p) =>
    `„${p.text}“ hat eine Endung. Das Symbol wird unter seinem Namen ohne Endung gesucht; so wird es nicht gefunden, und das Symbol der App erscheint.`,
  defaultChannel: (p) => `${p.reason}, daher wird der Standardkanal verwendet.`,
  defaultTitle: (p) => `${p.reason}, daher wird der Standardtitel verwendet.`,
  defaultImportance: (p) => `${p.reason}, daher ist die Wichtigkeit ${p.importance}.`,
  noneDeleted: (p) => `${p.reason}, daher wird kein Kanal gelöscht.`,
  noChannelId: (p) =>
    `„${p.text}“ ist keine ganze Zahl und damit keine ID eines Kanals: Es wird kein Kanal gelöscht.`,
  badgeShown: (p) => `${p.reason}, daher wird ein Badge gezeigt.`,
  badgeOnlyFalse: (p) => `Nur „false“ schaltet das Badge aus, „${p.text}“ nicht.`,
  noSound: (p) => `${p.reason}, daher gibt es keinen eigenen Ton.`,
  notWav: (p) => `„${p.text}“ ist nicht der Name einer .wav-Datei, daher gibt es keinen Ton.`,
  soundOnIosOnly: () => 'Der Ton gilt für iOS; auf Android entscheidet der Kanal.',
  iosNoChannels: () => 'iOS hat keine Kanäle.',
  iosIgnored: () => 'iOS hat keine Kanäle, daher wird das nicht beachtet.',
  tooOld: (p) => `Kanäle gibt es ab Android 8 (API-Level ${p.first}); dies ist Level ${p.level}.`,
  tooOldIgnored: (p) =>
    `Kanäle gibt es ab Android 8 (API-Level ${p.first}); dies ist Level ${p.level}, daher wird das nicht beachtet.`,
  // What is shown
  iosNotAllowed: () => 'Die Person hat der App keine Mitteilungen erlaubt.',
  permissionMissing: (p) =>
    `Ab Level ${p.first} wird ohne die Berechtigung nichts gezeigt, und sie wurde nicht erteilt.`,
  switchedOff: () => 'Die Person hat die Mitteilungen der App ausgeschaltet.',
  noBadges: (p) => `Badges gibt es ab Android 8 (API-Level ${p.first}).`,
  inShade: () => 'Sie erscheint in der Mitteilungsleiste.',
  folded: (p) => `${importance(p)}: Sie steht eingeklappt am Ende der Mitteilungsleiste.`,
  onLockScreen: () => 'Sie erscheint auf dem Sperrbildschirm.',
  notOnLockScreen: (p) => `${importance(p)}: Sie erscheint nicht auf dem Sperrbildschirm.`,
  ordinaryPriority: () => 'Ihre Priorität ist die gewöhnliche, die kein Banner zeigt.',
  banner: (p) => `${importance(p)}: Ein Banner schiebt sich herein.`,
  noBanner: (p) => `${importance(p)}: kein Banner, dafür braucht es 4 oder 5.`,
  ownSound: () => 'Der Ton des Geräts wird gespielt.',
  channelSound: (p) => `${importance(p)}: Der Ton des Geräts wird gespielt.`,
  channelSilent: (p) => `${importance(p)}: Sie ist stumm, für einen Ton braucht es 3 oder mehr.`,
  iosEmpty: () => 'Es gibt weder Titel noch Text, die zu zeigen wären.',
  iosByItself: () => 'iOS zeigt sie von selbst, weil die App nicht im Vordergrund ist.',
  iosAlert: () => 'Die App ist im Vordergrund und hat ALERT verlangt.',
  iosNoAlert: () => 'Die App ist im Vordergrund und hat ALERT nicht verlangt.',
  iosOwnIcon: () => 'iOS zeigt immer das Symbol der App.',
  iosUnlocked: () => 'Die App ist im Vordergrund, daher ist der Bildschirm nicht gesperrt.',
  iosNothingAsked: () => 'Die App hat gar keine Darstellung verlangt.',
  iosNoSound: () => 'Die App ist im Vordergrund und hat SOUND nicht verlangt.',
  localNoSound: () => 'Eine lokale Mitteilung nennt keinen Ton.',
  dataOnlyOnIos: () =>
    'Die Referenz kennt nur Nachrichten aus Daten und sagt nicht, was iOS zu zeigen bekommt, solange die App nicht im Vordergrund ist. Hier sehen Sie, was die Zuordnung verlangt; allein mit Daten zeigt ein Gerät womöglich nichts, bis die App läuft.',
  // Channels
  channelNotThere: (p) => `Es gibt keinen Kanal ${p.id}, daher wird keiner gelöscht.`,
  channelDeleted: (p) => `Der Kanal ${p.id} wird gelöscht, und was darin zu sehen war, verschwindet mit ihm.`,
  channelRestored: (p) => `Der Kanal ${p.id} wurde früher gelöscht und kommt wieder.${staying(p.stays)}`,
  channelCreated: (p) => `Der Kanal ${p.id} wird angelegt, mit der Wichtigkeit ${p.importance}.`,
  channelThere: (p) => `Den Kanal ${p.id} gibt es schon.${staying(p.stays)}`,
  channelChanged: (p) =>
    `Den Kanal ${p.id} gibt es schon; er übernimmt den neuen Titel oder die niedrigere Wichtigkeit.${staying(p.stays)}`,
  deletedAndUsed: (p) =>
    `Die Nachricht löscht den Kanal ${p.id} und verwendet ihn auch. Er wird zuerst gelöscht und dann wieder angelegt, weil ab Android 8 jede Mitteilung zu einem Kanal gehört.`,
  // Callbacks
  arrivesOnAndroidInForeground: () =>
    'Die Nachricht kommt an, während die App im Vordergrund läuft; was die Funktion zurückgibt, zählt nur auf iOS.',
  arrivesOnAndroidInBackground: () =>
    'Die Nachricht kommt an, während die App im Hintergrund läuft; was die Funktion zurückgibt, zählt nur auf iOS.',
  arrivesOnIosInBackground: () =>
    'Die Nachricht kommt an, während die App im Hintergrund läuft, wo iOS sie von selbst zeigt; was die Funktion zurückgibt, zählt nur im Vordergrund.',
  arrivesInForeground: () =>
    'Die Nachricht kommt an, während die App im Vordergrund ist; was die Funktion zurückgibt, bestimmt die Darstellung.',
  arrivesWithUserNotifications: () =>
    'Die Nachricht kommt im Vordergrund mit userNotificationEnabled an; was die Funktion zurückgibt, bestimmt die Darstellung.',
  localWithUserNotifications: () =>
    'Eine lokale Mitteilung ist im Vordergrund mit userNotificationEnabled fällig.',
  localInForeground: () =>
    'Eine lokale Mitteilung ist fällig, während die App im Vordergrund ist; dort wird kein Hinweis gezeigt.',
  tapped: () => 'Die Person tippt auf die Mitteilung.',
  tappedOutside: () => 'Die Person tippt auf die Mitteilung. Zuerst kommt die App in den Vordergrund.',
  // What reaches nobody, and what an app must not do
  lostInEmulator: () => 'Push-Nachrichten kommen nur in veröffentlichten Builds an, nicht im Emulator.',
  lostWithoutToken: () => 'Das Gerät hat noch keinen Token, daher kann ihm nichts gesendet werden.',
  lostWithoutAddress: () => 'Die Nachricht hat kein „to“ und geht daher an kein Gerät.',
  lostTopic: (p) => `Das Gerät hat „${p.topic}“ nicht abonniert.`,
  lostToken: () => 'Die Nachricht geht an den Token eines anderen Geräts.',
  noTokenInEmulator: () => 'Push-Nachrichten gibt es nur in veröffentlichten Builds, nicht im Emulator.',
  noTokenWithoutEntitlement: () => 'Ohne aps-environment in app.entitlements bekommt das Gerät keinen Token.',
  closedCannotPresent: () => 'Eine geschlossene App kann keine Mitteilung zeigen.',
  closedCannotSchedule: () => 'Eine geschlossene App kann keine Mitteilung planen.',
  mustNotAsk: (p) =>
    `Die Berechtigung gibt es ab Level 33; auf Level ${p.level} darf die App nicht danach fragen.`,
};
