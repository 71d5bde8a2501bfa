/** English for the part Mapping file of Push. */
import { counted } from './common.ts';
import { inLanguage } from './in-language.ts';

export const english = {
  emptyTitle: 'The mapping file appears here, as a form and as text',
  emptyText:
    'It says which keys of a received message hold the title, the text, the icon and the rest. Open pushnotification.json, or write a new one.',
  ofProject: (folder: string) => `Open the one of ${folder}`,
  open: 'Open…',
  openTitle: 'Open a mapping file',
  openButton: 'Open',
  newFile: 'New file',
  paste: 'Paste text',
  untitled: 'New mapping file',
  unsaved: 'Unsaved',
  saved: 'Saved',
  save: 'Save',
  saving: 'Saving…',
  saveAs: 'Save as…',
  saveTitle: 'Save the mapping file',
  closeFile: 'Close file',
  path: 'File',
  pathHint: 'The full path on the computer where Slipway runs; it ends in .json.',
  pathMissing: 'Enter the path of a file.',
  chooseProject: 'Choose project folder…',
  putAway: (path: string | null) =>
    path === null ? 'A new file was put away unsaved' : `Changes of ${path} were put away`,
  changedOnDisk: 'The file was changed by something else since it was opened.',
  load: 'Load it again',
  replace: 'Keep mine',
  replaceHint: '“Keep mine” replaces what is on the disk the next time you save.',
  form: 'Form',
  text: 'Text',
  textLabel: 'Text of the mapping file',
  problems: 'What to look at',
  countProblems: (count: number) => counted(count, 'place to look at', 'places to look at'),
  noProblems: 'Nothing to correct.',
  problemAt: (line: number, column: number) => `Line ${line}, column ${column}`,
  severity: { error: 'Error', warning: 'Note' },
  notMapped: 'not mapped',
  goTo: (property: string) => `Show ${property} in the text`,
  notEditable: 'The form can be used once the text is a JSON object. Correct the text first.',
  versions: {
    right: 'It is "2", as it must be.',
    wrong: 'It must be the text "2".',
    missing: 'It is missing and must be the text "2".',
    older: 'This is an older form.',
  },
  setVersion: 'Set to "2"',
  older: {
    'data-paths':
      'The oldest form: each property leads to its key through “data”, and there is no “notification”. It still works as version 2 with the innermost names as keys.',
    'v21-channels':
      'The older form: “configuration_version” is missing or lower than 2, and the keys of the channel stand under “v21”. It still works as version 2.',
    flat: 'An older form: “configuration_version” is missing or lower than 2. It still works as version 2, with the same keys.',
  },
  convert: 'Convert to version 2',
  converted: 'The file was converted to version 2',
  others: 'Not known to the handler',
  othersText: 'The handler ignores these. They stay in the file unless you remove them.',
  rename: (property: string) => `Make ${property} a property`,
  renameChoice: 'Is meant to be…',
  remove: (property: string) => `Remove ${property}`,
  removed: (property: string) => `${property} was removed from the text`,
  meaning: {
    title: 'The bold first line of the notification.',
    body: 'The text below the title.',
    icon: 'The name of a picture of the app, without its ending. Shown in published Android builds only.',
    channelId:
      'The number of the Android channel the message belongs to. Without one, the default channel is used (Android 8 and later).',
    channelIdTitle: 'What the channel is called in the settings of the phone.',
    channelIdImportance:
      'How much the channel may disturb, from 1 to 5: sound from 3 on, a banner from 4 on.',
    deleteChannelId: 'The number of a channel to remove from the phone.',
    showBadge: 'Whether the app’s icon gets a dot; only the text “false” switches it off.',
    sound: 'iOS: the name of a .wav file among the app’s resources. Anything else makes no sound.',
  },
} as const;

export const words = inLanguage(english, ({ pushMapping }) => pushMapping.words);
