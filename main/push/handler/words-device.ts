/** What is said of a device: what it takes from a message, what it shows, and which callbacks it fires. Pure. */
import { sentenceTable } from '../../base/sentences.ts';

type Key = { readonly key: string };
/** Why a value is not there: the beginning of a sentence. */
type Reason = { readonly reason: string };
type Level = { readonly level: number };
type First = { readonly first: number };
type Channel = { readonly id: string; readonly importance: number };
/** `stays`: the importance a channel keeps against what was asked for; null when it has the one that was. */
type Kept = { readonly id: string; readonly stays: number | null };

const staying = ({ stays }: Kept): string =>
  stays === null ? '' : ` Its importance stays ${stays}: an app can lower it later, but not raise it.`;

const importance = (p: Channel): string => `The channel ${p.id} has importance ${p.importance}`;

export const deviceWords = sentenceTable('device', {
  // Why a property has no text
  noKeyMapped: (p: { path: string }) => `The mapping names no key for ${p.path}`,
  keyMissing: (p: Key) => `The received data has no key "${p.key}"`,
  keyHoldsNoText: (p: Key) => `The key "${p.key}" does not hold text`,
  keyHoldsNoName: (p: Key) => `The key "${p.key}" holds no name`,
  keyHoldsNoTitle: (p: Key) => `The key "${p.key}" holds no title`,
  notWhole: (p: { text: string }) => `"${p.text}" is not a whole number`,
  notAnId: (p: { text: string; least: number; most: number }) =>
    `"${p.text}" is no id of a channel, which is a number from ${p.least} to ${p.most}`,
  titleAlone: () => 'The title comes without an id of a channel that can be used',
  notOneToFive: (p: { text: string }) => `"${p.text}" is not one of the numbers 1 to 5`,
  // What comes of it
  taken: (p: Key) => `Taken from the key "${p.key}".`,
  takenNumber: (p: Key) =>
    `Taken from the key "${p.key}", where a number stands; on its way it becomes text.`,
  takenBoolean: (p: Key) =>
    `Taken from the key "${p.key}", where a true or false stands; on its way it becomes text.`,
  takenElsewhere: (p: Key & { own: string }) =>
    `Taken from the key "${p.key}", where version 2 has it; this older mapping leads to "${p.own}".`,
  noTitle: (p: Reason) => `${p.reason}, so the notification has no title.`,
  noText: (p: Reason) => `${p.reason}, so the notification has no text.`,
  ownIcon: (p: Reason) => `${p.reason}, so the app's own icon is shown.`,
  iconEnding: (p: { text: string }) =>
    `"${p.text}" has an ending. The icon is looked up by its name without one, so it is not found and the app's own icon is shown.`,
  defaultChannel: (p: Reason) => `${p.reason}, so the default channel is used.`,
  defaultTitle: (p: Reason) => `${p.reason}, so the default title is used.`,
  defaultImportance: (p: Reason & { importance: number }) =>
    `${p.reason}, so the importance is ${p.importance}.`,
  noneDeleted: (p: Reason) => `${p.reason}, so no channel is deleted.`,
  noChannelId: (p: { text: string }) =>
    `"${p.text}" is not a whole number and so no channel's id: no channel is deleted.`,
  badgeShown: (p: Reason) => `${p.reason}, so a badge is shown.`,
  badgeOnlyFalse: (p: { text: string }) => `Only "false" turns the badge off; "${p.text}" does not.`,
  noSound: (p: Reason) => `${p.reason}, so there is no custom sound.`,
  notWav: (p: { text: string }) => `"${p.text}" is not the name of a .wav file, so there is no sound.`,
  soundOnIosOnly: () => 'The sound is for iOS; on Android the channel decides.',
  iosNoChannels: () => 'iOS has no channels.',
  iosIgnored: () => 'iOS has no channels, so this is ignored.',
  tooOld: (p: First & Level) =>
    `Channels exist from Android 8 (API level ${p.first}) on; this is level ${p.level}.`,
  tooOldIgnored: (p: First & Level) =>
    `Channels exist from Android 8 (API level ${p.first}) on; this is level ${p.level}, so this is ignored.`,
  // What is shown
  iosNotAllowed: () => 'The person has not allowed the app to notify.',
  permissionMissing: (p: First) =>
    `From level ${p.first} on nothing is shown without the permission, and it was not granted.`,
  switchedOff: () => 'The person has switched the app’s notifications off.',
  noBadges: (p: First) => `Badges exist from Android 8 (API level ${p.first}) on.`,
  inShade: () => 'It is shown in the shade.',
  folded: (p: Channel) => `${importance(p)}: it is folded up at the end of the shade.`,
  onLockScreen: () => 'It is shown on the lock screen.',
  notOnLockScreen: (p: Channel) => `${importance(p)}: it is not shown on the lock screen.`,
  ordinaryPriority: () => 'Its priority is the ordinary one, which shows no banner.',
  banner: (p: Channel) => `${importance(p)}: a banner slides in.`,
  noBanner: (p: Channel) => `${importance(p)}: no banner, which takes 4 or 5.`,
  ownSound: () => 'The device’s own sound is played.',
  channelSound: (p: Channel) => `${importance(p)}: the device’s own sound is played.`,
  channelSilent: (p: Channel) => `${importance(p)}: it is silent, sound takes 3 or more.`,
  iosEmpty: () => 'There is neither a title nor a text to show.',
  iosByItself: () => 'iOS shows it by itself, because the app is not in the foreground.',
  iosAlert: () => 'The app is in the foreground and asked for ALERT.',
  iosNoAlert: () => 'The app is in the foreground and did not ask for ALERT.',
  iosOwnIcon: () => 'iOS always shows the app’s own icon.',
  iosUnlocked: () => 'The app is in the foreground, so the screen is not locked.',
  iosNothingAsked: () => 'The app asked for no presentation at all.',
  iosNoSound: () => 'The app is in the foreground and did not ask for SOUND.',
  localNoSound: () => 'A local notification names no sound.',
  dataOnlyOnIos: () =>
    'The reference knows messages of data only, and does not say what iOS is given to show while the app is not in the foreground. This is what the mapping asks for; with data only, a device may show nothing until the app runs.',
  // Channels
  channelNotThere: (p: { id: string }) => `There is no channel ${p.id}, so none is deleted.`,
  channelDeleted: (p: { id: string }) =>
    `The channel ${p.id} is deleted, and what was shown in it goes with it.`,
  channelRestored: (p: Kept) => `The channel ${p.id} was deleted before and comes back.${staying(p)}`,
  channelCreated: (p: Channel) => `The channel ${p.id} is made, with importance ${p.importance}.`,
  channelThere: (p: Kept) => `The channel ${p.id} is there already.${staying(p)}`,
  channelChanged: (p: Kept) =>
    `The channel ${p.id} is there already and takes the new title or the lower importance.${staying(p)}`,
  deletedAndUsed: (p: { id: string }) =>
    `The message deletes the channel ${p.id} and uses it, too. It is deleted first and then made again, because from Android 8 on every notification belongs to a channel.`,
  // Callbacks
  arrivesOnAndroidInForeground: () =>
    'It arrives while the app runs in the foreground; what it returns counts on iOS only.',
  arrivesOnAndroidInBackground: () =>
    'It arrives while the app runs in the background; what it returns counts on iOS only.',
  arrivesOnIosInBackground: () =>
    'It arrives while the app runs in the background, where iOS presents it by itself; what it returns counts in the foreground only.',
  arrivesInForeground: () =>
    'It arrives while the app is in the foreground; what it returns decides how it is presented.',
  arrivesWithUserNotifications: () =>
    'It arrives in the foreground with userNotificationEnabled; what it returns decides how it is presented.',
  localWithUserNotifications: () =>
    'A local notification is due in the foreground with userNotificationEnabled.',
  localInForeground: () =>
    'A local notification is due while the app is in the foreground, where no alert is shown.',
  tapped: () => 'The person taps the notification.',
  tappedOutside: () => 'The person taps the notification. The app comes to the foreground first.',
  // What reaches nobody, and what an app must not do
  lostInEmulator: () => 'Pushes arrive only in published builds, not in the emulator.',
  lostWithoutToken: () => 'The device has no token yet, so nothing can be sent to it.',
  lostWithoutAddress: () => 'The message has no “to”, so it is sent to no device.',
  lostTopic: (p: { topic: string }) => `The device has not subscribed to “${p.topic}”.`,
  lostToken: () => 'It is sent to the token of another device.',
  noTokenInEmulator: () => 'Pushes work only in published builds, not in the emulator.',
  noTokenWithoutEntitlement: () =>
    'Without aps-environment in app.entitlements the device receives no token.',
  closedCannotPresent: () => 'A closed app cannot present a notification.',
  closedCannotSchedule: () => 'A closed app cannot schedule a notification.',
  mustNotAsk: (p: Level) =>
    `The permission exists from level 33 on; on level ${p.level} the app must not ask for it.`,
});
