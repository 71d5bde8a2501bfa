/** English for Test apps. */
import { counted } from './common.ts';
import { inLanguage } from './in-language.ts';

export const english = {
  list: 'Test applications',
  versionsOf: (name: string) => `Versions of ${name}`,
  back: 'All test apps',
  noVersion: 'No version yet',
  active: 'Active',
  inactive: 'Off',
  countVersions: (count: number, shown: string) => counted(count, 'version', 'versions', shown),
  countActive: (shown: string) => `${shown} active`,
  countApps: (count: number, shown: string) => counted(count, 'application', 'applications', shown),
  switchOn: (version: string) => `${version} is active`,
  send: 'Send…',
  sendTitle: (name: string, version: string) => `Send ${name} ${version}`,
  sendButton: 'Send',
  asLastTime: 'The same people as last time are chosen.',
  startEmpty: 'Start empty',
  sendingNow: 'Sending…',
  sendOff: 'This version is off. Testers cannot install it until it is switched on.',
  nobodyChosen: 'Choose at least one team, person or address.',
  badAddresses: (bad: readonly string[]) =>
    bad.length === 1
      ? `“${bad[0]}” is no mail address. Correct or remove it first.`
      : `These are no mail addresses: ${bad.map((each) => `“${each}”`).join(', ')}. Correct or remove them first.`,
  never: 'Not sent yet',
  sentTo: (shown: string) => `Sent to ${shown}`,
  downloadedBy: (shown: string) => `${shown} downloaded`,
  openedBy: (shown: string) => `${shown} opened`,
  status: ['Added, not sent yet', 'Sent, not opened yet', 'Opened', 'Downloaded'] as const,
  statusUnknown: (number: number) => `Status ${number}`,
  who: 'Who got it',
  nobodyYet: 'Nobody yet.',
  reach: ['Given to', 'Sent', 'Opened', 'Downloaded'] as const,
  sentAt: (when: string) => `Sent ${when}`,
  downloadedAt: (when: string) => `Downloaded ${when}`,
  downloads: (count: number, shown: string) => counted(count, 'download', 'downloads', shown),
  showAll: (shown: string) => `Show all ${shown}`,
  note: 'Release note',
  size: 'Size',
  uploaded: 'Uploaded',
  lastSent: 'Last sent',
  platform: 'Platform',
  file: 'File',
  uniqueName: 'Identifier',
  versionNumber: 'Version id',
  copyLink: 'Copy install link',
  openLink: 'Open install page',
  link: 'Install link',
  copyShort: 'Copy link',
  openShort: 'Open page',
  qrCode: (name: string) => `QR code of the install link of ${name}`,
  scan: 'Scan the code with a phone to install exactly this version.',
  onlyHere: 'This link leads to this computer: a phone cannot open it.',
  noLink:
    'This service has no install page that Slipway knows. Add a link template to the account to get one.',
  removeVersion: 'Delete version…',
  removeApplication: 'Delete application…',
  removeVersionTitle: (name: string, version: string) => `Delete ${name} ${version}?`,
  removeVersionsTitle: (name: string, shown: string) => `Delete ${shown} versions of ${name}?`,
  removeVersionsText: (count: number) =>
    count === 1
      ? 'The build and its install link go from the service. This cannot be undone.'
      : 'These builds and their install links go from the service. This cannot be undone.',
  removeVersionsButton: (count: number, shown: string) =>
    `Delete ${counted(count, 'version', 'versions', shown)}`,
  removeApplicationTitle: (name: string) => `Delete ${name}?`,
  removeApplicationText: (count: number) =>
    count === 0
      ? 'The application goes from the service. It has no versions. This cannot be undone.'
      : 'The application goes from the service with these versions and their install links. This cannot be undone.',
  removeApplicationButton: (versions: number, shown: string) =>
    versions === 0
      ? 'Delete application'
      : `Delete application and ${counted(versions, 'version', 'versions', shown)}`,
  peopleLose: (count: number, shown: string, names: string) =>
    `${counted(count, 'person was', 'people were', shown)} told and ${count === 1 ? 'loses' : 'lose'} the link: ${names}. Who has installed it keeps it.`,
  nobodyLoses: 'Nobody was told of it.',
  andMoreVersions: (shown: string) => `and ${shown} more`,
  reading: 'Looking what goes…',
  stillThere: (done: number, doneShown: string, all: string) =>
    `${counted(done, 'version was', 'versions were', doneShown)} deleted of ${all}. Still there:`,
  deleting: 'Deleting…',
  emptyTitle: 'Test applications appear here',
  emptyText: 'The first build you upload to test distribution makes one.',
  noAccountTitle: 'No account yet',
  noAccountText: 'Test applications of the account you sign in to appear here.',
  emptyVersionsTitle: 'No versions',
  emptyVersionsText: 'Versions appear here when a build of this application is uploaded.',
  select: (version: string) => `Select ${version}`,
  selected: (shown: string) => `${shown} selected`,
  selectionBar: 'Selected versions',
  activate: 'Switch on',
  deactivate: 'Switch off',
  removeSelected: 'Delete…',
  clearSelection: 'Clear selection',
  selectAll: 'Select all versions',
  isOn: (name: string, version: string) => `${name} ${version} is active.`,
  isOff: (name: string, version: string) => `${name} ${version} is off.`,
  areOn: (shown: string) => `${shown} versions are active.`,
  areOff: (shown: string) => `${shown} versions are off.`,
  notChanged: (version: string, reason: string) => `${version}: ${reason}`,
  dismiss: 'Dismiss',
  details: 'Details',
  showVersions: 'Show versions',
  application: 'Application',
} as const;

export const words = inLanguage(english, ({ apps }) => apps.words);

export const englishRecipients = {
  label: 'Recipients',
  placeholder: 'Teams, names or mail addresses',
  hint: 'Paste as many addresses as you like; spaces, commas and lines separate them.',
  teams: 'Teams',
  people: 'People',
  members: (count: number) => (count === 1 ? ' member' : ' members'),
  remove: (name: string) => `Remove ${name}`,
  bad: (name: string) => `${name}, no mail address`,
  nobody: 'Nobody is told.',
  summary: (people: number, shown: string, names: string) =>
    `${counted(people, 'person', 'people', shown)}: ${names}`,
  showWho: 'Show who',
  hideWho: 'Hide who',
  whoIsAddressed: 'Who is addressed',
  notShown: (shown: string) => `and ${shown} more`,
  correct: (text: string) => `Correct ${text}`,
  direct: 'chosen directly',
  notKnown: 'Somebody who is not known any more',
  andMore: (count: number) => counted(count, 'other', 'others'),
  unknownTeam: (id: number) => `Team ${id}`,
  unknownMember: (id: number) => `Person ${id}`,
  moreHidden: (count: string) => `${count} more; type to find them`,
} as const;

export const recipientWords = inLanguage(englishRecipients, ({ apps }) => apps.recipientWords);
