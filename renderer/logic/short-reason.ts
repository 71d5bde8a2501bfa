import type Resources from '../../assets/locales/resources.d.ts';

type Reason = keyof Resources['uploads']['reasons'];

const reasonOf = new Map<string, Reason>([
  ['package/empty', 'cutOff'],
  ['package/truncated', 'cutOff'],
  ['package/damaged', 'damaged'],
  ['package/partDamaged', 'damaged'],
  ['uploads/unfinished', 'damaged'],
  ['package/notAZip', 'noBuild'],
  ['package/otherZip', 'noBuild'],
  ['package/wrapped', 'noBuild'],
  ['package/folder', 'noBuild'],
  ['package/library', 'noBuild'],
  ['package/macApp', 'noBuild'],
  ['package/notAFile', 'noBuild'],
  ['package/twoKinds', 'noBuild'],
  ['package/encrypted', 'notInstallable'],
  ['package/compression', 'notInstallable'],
  ['package/bundle', 'notInstallable'],
  ['package/splitSet', 'notInstallable'],
  ['file/missing', 'fileGone'],
  ['file/denied', 'unreadable'],
  ['file/busy', 'unreadable'],
  ['api/unauthorized', 'signIn'],
  ['api/credentialsRefused', 'signIn'],
  ['api/clientRefused', 'signIn'],
  ['api/signInRefused', 'signIn'],
  ['api/scopeRefused', 'signIn'],
  ['api/unknownAccount', 'signIn'],
  ['api/forbidden', 'forbidden'],
  ['api/tooLarge', 'tooLarge'],
  ['api/storageFull', 'full'],
  ['api/refused', 'refused'],
  ['api/unknownHost', 'noAnswer'],
  ['api/connectionRefused', 'noAnswer'],
  ['api/unreachable', 'noAnswer'],
  ['api/connectionLost', 'noAnswer'],
  ['api/timeout', 'noAnswer'],
  ['api/uploadLimit', 'cutShort'],
  ['api/largePackets', 'noAnswer'],
  ['api/unconfirmed', 'unconfirmed'],
  ['api/contentMismatch', 'contentMismatch'],
  ['uploads/unconfirmed', 'unconfirmed'],
  ['uploads/unconfirmedSend', 'unconfirmed'],
  ['uploads/applicationGone', 'applicationGone'],
  ['uploads/otherPackage', 'otherPackage'],
]);

/** Returns the short reason for a failure code such as `package/truncated`; null if there is none. */
export function shortReason(code: string): Reason | null {
  return reasonOf.get(code) ?? null;
}

type RetriedReason = keyof Resources['uploads']['retriedReasons'];

const retriedReasons: readonly string[] = ['api/busy', 'api/serverError'] satisfies RetriedReason[];

/** Returns true for a failure whose message orders to try again, which Slipway may do by itself. */
export const isRetriedReason = (code: string): code is RetriedReason => retriedReasons.includes(code);
