/** English for what is seen beside the window: menus, tray, notifications, dialogs. */

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export const english = {
  /** For numbers. */
  language: 'en',
  menu: {
    file: '&File',
    view: '&View',
    uploads: 'Uploads',
    apps: 'Test apps',
    store: 'Store',
    folders: 'Folders',
    push: 'Push',
    service: 'Built-in service',
    settings: 'Settings…',
    updates: 'Check for Updates…',
    upload: 'Upload a Build…',
    log: 'Show the Log',
    licenses: 'Licenses',
  },
  /** Labels of what Electron does by itself; it knows them in English only. */
  roles: {} as Readonly<Record<string, string>>,
  tray: {
    pause: 'Pause',
    resume: 'Resume',
    upload: 'Upload a build…',
    open: 'Open Slipway',
    quit: 'Quit',
    failed: (failed: number) => `${count(failed, 'build')} not uploaded`,
    asking: (asking: number) => `${count(asking, 'build waits', 'builds wait')} for your answer`,
    waitSignIn: 'Uploads wait for a sign-in',
    waitFull: 'Uploads wait: the service is full',
    paused: 'Paused',
    pausedWith: (working: number) => `Paused with ${count(working, 'build')} waiting`,
    uploading: (working: number) => `Uploading ${count(working, 'build')}`,
    everyOut: 'Every build is out',
    waiting: 'Waiting for builds',
  },
  notices: {
    isOut: (name: string) => `${name} is out`,
    nobody: 'Nobody is told.',
    sentTo: (names: string) => `It is sent to ${names}.`,
    uploadIt: (name: string) => `Upload ${name}?`,
    upload: 'Upload',
    notNow: 'Not now',
    tellOf: (name: string) => `Tell people of ${name}?`,
    sendAnyway: 'Send anyway',
    doNotSend: 'Do not send',
    notUploaded: (name: string) => `${name} was not uploaded`,
    noReason: 'The reason is not known.',
    copyLink: 'Copy link',
    retry: 'Retry',
    open: 'Open',
    uploadsWait: 'Uploads wait',
    wasSentTo: (names: string) => `Sent to ${names}`,
    sizeIn: (size: string, time: string) => `${size} in ${time}`,
    manyOut: (out: number) => `${count(out, 'build is', 'builds are')} out`,
    manyAsk: (asking: number) => `${count(asking, 'build waits', 'builds wait')} for your answer`,
    manyFailed: (failed: number) => `${count(failed, 'build was', 'builds were')} not uploaded`,
    openToAnswer: 'Open Slipway to answer.',
    openToSeeWhy: 'Open Slipway to see why.',
    openToSee: 'Open Slipway to see them.',
    goesOn: 'Slipway goes on working',
    goesOnText: 'It watches and uploads without its window. Open or quit it from the tray.',
    goesOnMinimised:
      'This desktop shows no tray icons, so its window stays minimised. It goes on watching and uploading; to quit it, press Ctrl+Q in the window.',
    moved: 'Slipway moved its data',
    movedText: (folder: string) => `This start took longer because the data are in ${folder} from now on.`,
  },
  people: {
    teams: (teams: number) => count(teams, 'team'),
    members: (members: number) => count(members, 'member'),
    addresses: (addresses: number) => count(addresses, 'address', 'addresses'),
  },
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number) => `${minutes} min`,
  dialogs: {
    upload: 'Upload a build',
    builds: 'Builds',
    nothing: 'Nothing was uploaded',
    notStarted: 'Slipway could not start',
    broken: 'Slipway had to end',
    debugging: (name: string) =>
      `The installed Slipway does not start with ${name}, because a debugger could read your passwords and act in your name.`,
    licence: (name: string) => `${name} licence`,
    hung: 'The window of Slipway does not respond',
    hungText: 'Uploads continue in the meantime. You can wait, or load the window again.',
    hungWait: 'Wait',
    hungReload: 'Reload',
    move: 'Move Slipway to the Applications folder?',
    moveText: 'It runs from its disk image. There it can neither be updated nor start when you log in.',
    moveYes: 'Move',
    notMoved: 'Slipway could not be moved',
    notMovedText: 'Drag it to the Applications folder in the Finder.',
    noWindow: 'The window of Slipway cannot be shown',
    noWindowText:
      'Its page could not be loaded, or ended several times in a row. Slipway goes on watching and uploading without it.',
    exposed: (secrets: number) =>
      `${count(secrets, 'password')} of Slipway can be read by anyone who gets its files`,
    exposedText:
      'Earlier, this computer’s keyring did not answer, and they were encrypted with a key that is the same on every computer. Remove them and sign in again once GNOME Keyring or KWallet is set up, or keep them until then.',
    exposedRemove: 'Remove',
    exposedKeep: 'Keep for now',
  },
} as const;

type Said<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof English]: Said<English[Key]> };

/** In any language: the same keys, functions of the same values. */
export type ShellWords = Said<typeof english>;
