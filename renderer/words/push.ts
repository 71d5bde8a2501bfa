/** English for Push and its part Project. */
import { counted } from './common.ts';
import { inLanguage } from './in-language.ts';

export const english = {
  tabs: { project: 'Project', mapping: 'Mapping file', simulator: 'Simulator', messages: 'Messages' },
  parts: 'Parts of Push',
  emptyTitle: 'What a project lacks to receive pushes appears here',
  emptyText:
    'Choose a project folder, the one that holds “config”. Nothing in it is changed unless you say so.',
  folder: 'Project folder',
  folderHint: 'The full path on the computer where Slipway runs.',
  folderMissing: 'Enter or choose a folder.',
  choose: 'Choose…',
  check: 'Check',
  checkAgain: 'Check again',
  otherProject: 'Other project…',
  recent: 'Looked at before',
  forget: (folder: string) => `Forget ${folder}`,
  rulesOf: (folder: string) => `Rules of ${folder}`,
  countFailed: (count: number, shown: string) => counted(count, 'rule broken', 'rules broken', shown),
  countOpen: (_count: number, shown: string) => `${shown} cannot be told`,
  countMet: (_count: number, shown: string) => `${shown} met`,
  compare: 'Compare with a build or a message',
  compareText:
    'A finished build shows its entitlement, permission and target level. A message names the icon and sound to look for.',
  chooseBuild: 'Choose a build…',
  buildName: 'Build:',
  withoutBuild: 'Compare without this build',
  message: 'Received data (JSON)',
  messageHint: 'Such as {"data": {"notification": {"icon": "bell", "sound": "ding.wav"}}}',
  useMessage: 'Use this message',
  verdict: { pass: 'Met', fail: 'Broken', 'cannot-tell': 'Cannot be told' },
  at: (line: number, column: number) => `line ${line}, column ${column}`,
  show: 'Show',
  showFile: (file: string) => `Show ${file} in its folder`,
  edit: 'Edit',
  editAt: (line: number) => `Edit line ${line} of the mapping file`,
  fix: 'Fix…',
  fixOf: (rule: string) => `Fix: ${rule}`,
  apply: { make: 'Make 1 file', change: 'Change 1 file', rename: 'Rename 1 file' },
  changing: 'Changing…',
  changes: {
    make: (file: string) => `${file} is made:`,
    change: (file: string) => `In ${file}:`,
  },
  renames: (file: string, to: string) => `${file} becomes ${to}.`,
  changedLines: 'Lines that change',
  line: { same: 'As it is:', added: 'New:', removed: 'Goes:' },
  fixed: (file: string) => `${file} was changed.`,
  rules: {
    'mapping-file': {
      title: 'The mapping file is in its place',
      why: 'The handler reads config/Android/pushnotification.json and nothing else.',
    },
    mapping: {
      title: 'The mapping file can be used',
      why: 'It says under which keys title, text, icon and channel arrive. What it does not map is not shown.',
    },
    icon: {
      title: 'The icon is among the images, and its name has no ending',
      why: 'Android finds a picture by its bare name. Where it finds none, the app’s own icon is shown.',
    },
    'sender-id': {
      title: 'The project names its messaging sender id',
      why: 'Android devices register with it. Without it there is no token.',
    },
    entitlements: {
      title: 'iOS: app.entitlements lets the app receive pushes',
      why: 'The file must have exactly this name, and aps-environment must be development or production.',
    },
    sounds: {
      title: 'iOS: the folder of sounds holds WAV sounds only',
      why: 'Everything in config/resources is taken for a push sound. Another format is not played.',
    },
    permission: {
      title: 'Android 13: the manifest declares the permission',
      why: 'From API level 33 on nothing is shown without POST_NOTIFICATIONS, which the app also requests at run time. Below it must do neither.',
    },
    published: {
      title: 'Pushes arrive in published builds only',
      why: 'An emulator gets no token, and an icon of one’s own needs a published build, whatever the project says.',
    },
    'build-entitlement': {
      title: 'The build’s profile allows pushes as the project says',
      why: 'What counts on the device is the profile the build was signed with.',
    },
    'build-permission': {
      title: 'The build declares the permission as the project says',
      why: 'Build steps can add or take out what the manifest of the project says.',
    },
    'build-target': {
      title: 'The build’s target level and the permission fit together',
      why: 'From target level 33 on the app asks for the permission itself; below, the system asks by itself.',
    },
  },
} as const;

export const words = inLanguage(english, ({ push }) => push.words);
