/** What the check of a project folder says: its rules, what it found, and what a change would do. Pure. */
import { sentenceTable } from '../../base/sentences.ts';

type File = { readonly file: string };
type Alike = { readonly alike: string };
type Name = { readonly name: string };
type Problem = { readonly problem: string };
type Environment = { readonly environment: string };
type Value = { readonly value: string };
type Placed = { readonly path: string; readonly value: string };

const published =
  'Pushes arrive only in published builds, not in the emulator, where registering always fails; on Android an icon of one’s own is shown only in published builds.';

export const checkWords = sentenceTable('check', {
  // The rules
  mappingFileRule: () => 'The mapping file is in its place',
  mappingRule: () => 'The mapping file can be used',
  iconRule: () => 'The icon is among the images, and its name has no ending',
  senderIdRule: () => 'The project names its messaging sender id',
  entitlementsRule: () => 'iOS: app.entitlements lets the app receive pushes',
  soundsRule: () => 'iOS: the folder of sounds holds WAV sounds only',
  permissionRule: () => 'Android 13: the manifest declares the permission',
  publishedRule: () => 'Pushes arrive in published builds only',
  buildEntitlementRule: () => 'The build’s profile allows pushes as the project says',
  buildPermissionRule: () => 'The build declares the permission as the project says',
  buildTargetRule: () => 'The build’s target level and the permission fit together',
  // What was not read, and why: the end of a sentence
  notRead: (p: { reason: string }) => `It was not read: ${p.reason}.`,
  linkOutside: () => 'it leads out of the workspace through a link, which is not followed',
  outside: () => 'it lies outside the workspace',
  noOrdinaryFile: () => 'it is no ordinary file',
  unreadable: (p: { code: string }) => `it cannot be read (${p.code})`,
  aFolder: () => 'it is a folder',
  farTooLarge: () => 'it is far larger than such a file ever is',
  noUtf8: () => 'it is no text in UTF-8',
  fileNoUtf8: () => 'The file is no text in UTF-8.',
  // The mapping file
  there: () => 'It is there.',
  noMappingFile: () => 'There is no mapping file, so the handler finds no property in what it receives.',
  mappingElsewhere: (p: Alike & File) =>
    `There is ${p.alike} instead. The name and the folders must be exactly ${p.file}.`,
  makeMapping: () => 'Make a mapping file in which every property has the key of its own name',
  noMappingToRead: () => 'There is no mapping file to read.',
  mapped: (p: { count: number }) => `It maps ${p.count} of the nine properties.`,
  convert: () => 'Convert the file to version 2, with the same keys',
  convertMoving: (p: { names: readonly string[] }) =>
    `Convert the file to version 2, with the same keys; senders must then use ${p.names.join(', ')}`,
  setVersion: () => 'Set configuration_version to "2"',
  // The icon
  noUsableMapping: () => 'There is no mapping that can be used.',
  noIconMapped: () => 'No icon is mapped, so the app’s own icon is shown.',
  messageIconEnding: (p: Name) => `The message names the icon “${p.name}”. Names stand without an ending.`,
  noImages: () => 'There is no folder of images to look for the icon in.',
  iconFound: (p: Name) => `The icon “${p.name}” is among the images. It appears in published builds only.`,
  noPicture: (p: Name & { folder: string }) =>
    `There is no picture “${p.name}” in ${p.folder}, so the app’s own icon is shown.`,
  iconInMessage: (p: { key: string; count: number; folder: string }) =>
    `The icon’s name arrives with the message, under the key “${p.key}”. Give a message to have it looked for among the ${p.count} pictures in ${p.folder}.`,
  // The sender id
  noProject: () => 'There is no project.json, where the sender id is written.',
  projectNoJson: (p: Problem) => `The file is not valid JSON: ${p.problem}`,
  noSenderId: () => 'No sender id is written in it. Usual is api.googleCloudMessaging.senderID.',
  senderIdEmpty: (p: { path: string }) =>
    `${p.path} is empty. Without a sender id no Android device registers.`,
  senderIdUnclear: (p: Placed) =>
    `${p.path} is “${p.value}”, and a sender id is a number. A build step may replace it.`,
  senderId: (p: Placed) => `${p.path} is ${p.value}.`,
  // Entitlements
  entitlementsNoUtf8: () => 'It is no text in UTF-8.',
  noKeysAndValues: () => 'It is no property list with keys and values.',
  ownEntities: () => 'It defines entities of its own.',
  noPropertyList: () => 'It is no property list: it must be one <plist>.',
  environmentMissing: () => 'The key aps-environment is missing, so the device receives no token.',
  environmentWrong: (p: Value) =>
    `aps-environment is ${p.value}. It must be the text development or production.`,
  environmentGood: (p: Value) =>
    `aps-environment is ${p.value}. The signing certificate must have push enabled, too; a build shows that.`,
  setEnvironment: (p: Environment) => `Set aps-environment to ${p.environment}`,
  noEntitlements: () => 'There is no app.entitlements, so iOS devices receive no token.',
  entitlementsElsewhere: (p: Alike & File) =>
    `There is ${p.alike} instead. The name must be exactly ${p.file}.`,
  makeEntitlements: (p: Environment) => `Make app.entitlements with aps-environment ${p.environment}`,
  renameEntitlements: (p: Alike) => `Rename ${p.alike} to app.entitlements`,
  // Sounds
  noSounds: () => 'There is no folder of sounds, so there are no sounds of the app’s own.',
  sounds: (p: { count: number }) =>
    p.count === 0
      ? 'No sound is in it.'
      : p.count === 1
        ? 'One sound is in it.'
        : `${p.count} sounds are in it.`,
  soundNoFile: () => 'This is no file. The folder holds only sounds, without folders or links.',
  notWav: (p: Name) => `“${p.name}” is no .wav file. The folder holds only push sounds; move it elsewhere.`,
  wavProblem: (p: Problem) => `The file is called .wav, but ${p.problem}.`,
  capitalWav: () => 'The ending must be .wav in small letters; with this one there is no sound.',
  renameSound: (p: Name) => `Rename ${p.name} so that it ends in .wav`,
  soundMissing: (p: Name) => `The message names the sound “${p.name}”, and the folder has none of that name.`,
  // What is no WAV: the end of a sentence
  empty: () => 'it is empty',
  cutOff: () => 'it is cut off: its header promises more than there is',
  headerSilent: () => 'its header does not say which kind of sound it holds',
  mp3: () => 'it is an MP3',
  ogg: () => 'it is an Ogg sound',
  flac: () => 'it is a FLAC sound',
  aiff: () => 'it is an AIFF sound',
  caf: () => 'it is a CAF sound',
  mpeg4: () => 'it is an MPEG-4 file',
  noWavInside: () => 'it is no WAV sound inside',
  // The manifest
  noManifest: () => 'There is no manifest to declare the permission in.',
  manifestElsewhere: (p: Alike) =>
    `There is no manifest to declare the permission in. There is ${p.alike} instead.`,
  manifestBroken: (p: Problem) => `The manifest is not well-formed: ${p.problem}`,
  noManifestInside: () => 'It does not begin with <manifest>.',
  declarePermission: (p: { permission: string }) => `Declare ${p.permission}`,
  declared: () =>
    'It is declared. From level 33 on the app must request it at run time, too; below, it must neither check nor request it.',
  declaredBelow: () => 'It is declared only for levels below 33, and from there on it is needed.',
  removed: () => 'It is marked to be removed when the manifests are merged.',
  notDeclared: (p: { permission: string }) =>
    `${p.permission} is not declared, so from Android 13 on nothing is shown.`,
  notNeeded: (p: { target: string }) =>
    `It need not be declared: the target level is ${p.target}, so Android 13 and later ask the person by themselves. From target level 33 on it must be declared, and below the app must neither check nor request it.`,
  // What is no XML
  noEnd: () => 'What begins here has no end.',
  noTag: () => 'This is no whole tag.',
  notOpen: (p: Name) => `“${p.name}” is closed here and was not open.`,
  notClosed: (p: Name) => `The text ends early: “${p.name}” is not closed.`,
  // Builds
  publishedUnknown: () => `${published} The project alone does not show which one is on a device.`,
  simulatorBuild: () => `This is a build for the simulator. ${published}`,
  publishedBuild: () => `This is a published build. ${published}`,
  noProfile: () =>
    'The build has no provisioning profile, so it does not show whether it may receive pushes.',
  unreadableProfile: () =>
    'The build has a profile that cannot be read, so it does not show whether it may receive pushes.',
  profileWithout: () =>
    'The build’s profile does not allow pushes, so the device receives no token. Enable push for the app’s identifier and sign with a new profile.',
  profileAlone: (p: Environment) =>
    `The build’s profile allows ${p.environment} pushes; the project does not say what it wants.`,
  profileSame: (p: Environment) => `Profile and project both say ${p.environment}.`,
  profileOther: (p: Environment & Value) =>
    `The build’s profile allows ${p.environment} pushes, and app.entitlements says ${p.value}. They must be the same.`,
  buildDeclaresAlone: () =>
    'The build declares the permission, though the manifest of the project does not: something else added it.',
  buildDeclares: () => 'The build declares the permission.',
  buildLacks: () =>
    'The project declares the permission and the build does not: it is older than the change, or a build step took it out.',
  buildDeclaresNot: (p: { permission: string }) => `The build does not declare ${p.permission}.`,
  buildNeedsNot: (p: { permission: string; target: string }) =>
    `The build does not declare ${p.permission}, and need not: its target level is ${p.target}.`,
  targetMissing: () => 'The build’s target level is not given.',
  targetUnclear: (p: { target: string }) => `The build’s target level is “${p.target}”.`,
  targetOlder: (p: { target: string }) =>
    `The target level is ${p.target}: Android 13 and later ask the person by themselves when the app makes its first channel.`,
  targetRequests: (p: { target: string }) =>
    `The target level is ${p.target}: the app must request the permission at run time on Android 13 and later.`,
  targetWithout: (p: { target: string }) =>
    `The target level is ${p.target} and the permission is not declared: on Android 13 and later nothing is ever shown.`,
});
