/** What a release engineer should know of a build before sending it. */
import { phraseTable } from '../base/phrases.ts';

export const packageWarningTexts = {
  expired: 'Provisioning profile expired on {day}: no device installs it any more.',
  developmentOne: 'Development profile: installs on 1 device only.',
  development: 'Development profile: installs on {count} devices only.',
  adhocOne: 'Ad hoc profile: installs on 1 device only.',
  adhoc: 'Ad hoc profile: installs on {count} devices only.',
  unreadableProfile: 'The provisioning profile cannot be read: devices may refuse it.',
  unverifiedProfile:
    'The signature of the provisioning profile does not verify: what it says is unverified, and devices may refuse the app.',
  appStore: 'App Store profile: installs only through TestFlight or the App Store.',
  simulator: 'Built for the simulator: no device can install it. Build for a device.',
  notSigned: 'Not signed: no device installs it.',
  oldSignature:
    'Signed with scheme v1 only, but made for API level {target}: Android 11 and later refuse it. Sign it with scheme v2 or later, for example with apksigner.',
  newSignature:
    'Signed with scheme {scheme}, which devices know from API level {level}, but its minimum is API level {minimum}: older devices refuse it. Sign it with an older scheme as well.',
  sandboxSignature:
    'Asks for the newer sandbox (targetSandboxVersion), but is signed with scheme v1 only: Android 8 and later refuse it. Sign it with scheme v2 or later.',
  strippedSignature:
    'Changed after it was signed: its {scheme} signature says that it has a {missing} signature, too, but that is gone. Devices refuse it. Sign it again.',
  changedAfterSigning:
    'Changed after it was signed: its signature is not where devices look for it, so they refuse it. Sign it again.',
  bytesBefore:
    'Something stands before the zip in this file, such as a script or a dex file: Android refuses it. Build it again.',
  bytesBehind:
    'Something stands behind the end of the zip in this file: Android refuses it. Copy or build it again.',
  tablePacked:
    'Made for API level {target}, but its resources.arsc is compressed or not aligned to 4 bytes: Android 11 and later refuse it. Store it uncompressed, align it with zipalign, and sign it again.',
  debugKey: 'Signed with the debug key: not a release build, and stores refuse it.',
  wrongChecksum:
    'The checksum of the manifest does not match: the file may have been damaged or changed after it was built.',
  cutName: 'The name is longer than {most} characters: only its beginning is shown.',
  cutVersionName: 'The version name is longer than {most} characters: only its beginning is shown.',
  cutBuild: 'The build number is longer than {most} characters: only its beginning is shown.',
  split: 'Split apk “{name}”: not installable alone, only together with its base apk.',
  needsSplits: 'Base apk of a split app: not installable alone, only with its splits.',
  debuggable: 'Debuggable: anyone with a cable can look inside. Not a release build.',
  testOnly: 'Marked as test only: devices refuse it unless it is installed with “adb install -t”.',
} as const;

export const packageWarnings = phraseTable(packageWarningTexts);
