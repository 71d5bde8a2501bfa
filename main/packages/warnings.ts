/** What a release engineer should know of a build before sending it. */
import { phraseTable } from '../base/phrases.ts';

export const packageWarningTexts = {
  expired: 'Provisioning profile expired on {day}: no device installs it any more.',
  developmentOne: 'Development profile: installs on 1 device only.',
  development: 'Development profile: installs on {count} devices only.',
  adhocOne: 'Ad hoc profile: installs on 1 device only.',
  adhoc: 'Ad hoc profile: installs on {count} devices only.',
  unreadableProfile: 'The provisioning profile cannot be read: devices may refuse it.',
  appStore: 'App Store profile: installs only through TestFlight or the App Store.',
  simulator: 'Built for the simulator: no device can install it. Build for a device.',
  notSigned: 'Not signed: no device installs it.',
  debugKey: 'Signed with the debug key: not a release build, and stores refuse it.',
  wrongChecksum:
    'The checksum of the manifest does not match: the file may have been damaged or changed after it was built.',
  split: 'Split apk “{name}”: not installable alone, only together with its base apk.',
  needsSplits: 'Base apk of a split app: not installable alone, only with its splits.',
  debuggable: 'Debuggable: anyone with a cable can look inside. Not a release build.',
  testOnly: 'Marked as test only: devices refuse it unless it is installed with “adb install -t”.',
} as const;

export const packageWarnings = phraseTable(packageWarningTexts);
