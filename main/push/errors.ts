import { errorTable } from '../base/errors.ts';

type Place = { readonly line: number; readonly column: number };

type Host = { readonly host: string };

const soon = (seconds: number | null): string => (seconds === null ? 'later' : `in ${seconds} seconds`);

const at = (place: Place): string => `line ${place.line}, column ${place.column}`;

export const pushErrors = errorTable('push', {
  notJson: {
    remedy: 'check-input',
    message: (p: Place & { problem: string }) =>
      `The mapping file is not valid JSON (${at(p)}): ${p.problem}`,
  },
  invalidMapping: {
    remedy: 'check-input',
    message: (p: Place & { problem: string }) => `The mapping file cannot be used (${at(p)}): ${p.problem}`,
  },
  cannotEdit: {
    remedy: 'check-input',
    message: (p: Place) =>
      `The mapping file cannot be changed: at ${at(p)} an object in braces is expected. Correct that in the text first.`,
  },
  emptyName: {
    remedy: 'check-input',
    message: () => 'The name is empty. Enter the name under which the value arrives.',
  },
  noSuchProperty: {
    remedy: 'check-input',
    message: (p: { property: string }) => `The mapping has no property “${p.property}”.`,
  },
  nameTaken: {
    remedy: 'check-input',
    message: (p: { property: string }) =>
      `The mapping has a property “${p.property}” already. Remove that one first, or choose another name.`,
  },
  sameKeyApart: {
    remedy: 'check-input',
    message: (p: { property: string; other: string; key: string }) =>
      `“${p.property}” and “${p.other}” have the key “${p.key}” in different places, which version 2 does not tell apart. Give one of them another key first.`,
  },
  noFolder: {
    remedy: 'choose-folder',
    message: (p: { path: string }) =>
      `${p.path} is no folder. Choose the project folder, the one that holds “config”.`,
  },
  changedMeanwhile: {
    remedy: 'retry',
    message: (p: { path: string }) =>
      `${p.path} is not as it was when it was checked, so nothing was changed. Check again.`,
  },
  notFullPath: {
    remedy: 'check-input',
    message: (p: { path: string }) => `“${p.path}” is not a full path. Enter it from the root of the disk.`,
  },
  nothingToUndo: {
    remedy: 'none',
    message: (p: { path: string }) => `There is no change in ${p.path} that could be taken back.`,
  },
  notText: {
    remedy: 'choose-file',
    message: (p: { path: string }) =>
      `${p.path} is no text in UTF-8, so it was not opened. Choose the mapping file, pushnotification.json.`,
  },
  notMappingSize: {
    remedy: 'choose-file',
    message: (p: { path: string }) =>
      `${p.path} is far larger than a mapping file ever is, so it was not opened. Choose pushnotification.json.`,
  },
  notJsonName: {
    remedy: 'check-input',
    message: (p: { path: string }) => `${p.path} does not end in .json, so nothing was saved there.`,
  },
  fileChanged: {
    remedy: 'retry',
    message: (p: { path: string }) =>
      `${p.path} was changed by something else since it was opened, so nothing was saved over it.`,
  },
  fileGone: {
    remedy: 'retry',
    message: (p: { path: string }) => `${p.path} is not there any more. Save it again to put it back.`,
  },
  fileThere: {
    remedy: 'check-input',
    message: (p: { path: string }) =>
      `${p.path} is there already, and was not opened here. Open it, or save under another name.`,
  },
  isLink: {
    remedy: 'check-input',
    message: (p: { path: string }) =>
      `${p.path} is a link, or lies outside the workspace or behind a link out of it, so it was not changed.`,
  },
  messageNotJson: {
    remedy: 'check-input',
    message: (p: Place & { problem: string }) => `The message is not valid JSON (${at(p)}): ${p.problem}`,
  },
  badMessage: {
    remedy: 'check-input',
    message: (p: { problem: string }) =>
      `The message cannot be sent: ${p.problem}. Its shape is {"to": "TOKEN", "data": {"notification": {"KEY": "TEXT"}}}.`,
  },
  badServiceAccount: {
    remedy: 'choose-file',
    message: (p: { problem: string }) =>
      `The file of the service account cannot be used: ${p.problem}. Download a new key in JSON form from the provider.`,
  },
  accountRefused: {
    remedy: 'sign-in',
    message: (p: Host & { said: string }) =>
      `${p.host} does not accept the service account (${p.said}). Check that its key is still valid and this computer’s clock is right.`,
  },
  wrongKey: {
    remedy: 'sign-in',
    message: (p: Host) =>
      `${p.host} does not accept the key. Check that it is the right one of this project.`,
  },
  switchedOff: {
    remedy: 'check-address',
    message: (p: Host) =>
      `${p.host} has nothing at this address. Sending with a server key is switched off for most projects; send with a service account (HTTP v1) instead.`,
  },
  notAllowed: {
    remedy: 'grant-permission',
    message: (p: Host & { said: string }) =>
      `The service account may not send messages for this project (${p.said}). Give it that role and switch on the messaging interface.`,
  },
  noProject: {
    remedy: 'check-input',
    message: (p: Host) =>
      `${p.host} does not know the project or the token. Check that the service account belongs to the app’s project.`,
  },
  tokenGone: {
    remedy: 'check-input',
    message: () =>
      'The device’s token is not valid any more: the app was removed or has a new token. Take the one the app gets now.',
  },
  badToken: {
    remedy: 'check-input',
    message: () => 'This is no token of a device. Take it whole, as the app gets it.',
  },
  otherSender: {
    remedy: 'check-input',
    message: () =>
      'The token belongs to another sender id than the key. Check the sender id in project.json and the key’s project.',
  },
  quota: {
    remedy: 'wait',
    message: (p: Host & { seconds: number | null }) =>
      `${p.host} takes no more messages for now: a limit is reached. Try again ${soon(p.seconds)}.`,
  },
  unavailable: {
    remedy: 'retry',
    message: (p: Host & { seconds: number | null }) =>
      `${p.host} cannot send at the moment. Try again ${soon(p.seconds)}.`,
  },
  appleKey: {
    remedy: 'check-input',
    message: () =>
      'Apple refused the provider’s key for this app. Check the push key or certificate that is stored with the provider.',
  },
  tooLarge: {
    remedy: 'check-input',
    message: () => 'The message is too large. Providers take 4096 bytes of data; shorten it.',
  },
  refused: {
    remedy: 'check-input',
    message: (p: Host & { said: string }) =>
      `${p.host} refused the message${p.said === '' ? '' : `: ${p.said}`}. Correct it and send it again.`,
  },
  strangeAnswer: {
    remedy: 'check-address',
    message: (p: Host) =>
      `What answers at ${p.host} is no push provider, so it is not known whether the message was sent. Check the address.`,
  },
  notSent: {
    remedy: 'check-input',
    message: (p: { id: number }) =>
      `There is no message ${p.id} in the history, which keeps the newest 500 only. Choose one that is listed.`,
  },
  keyNotKept: {
    remedy: 'check-input',
    message: (p: { id: number }) =>
      `Message ${p.id} was sent with a key that was given for that one time and was not kept. Name a sender that is kept, or give the key again.`,
  },
  notKept: {
    remedy: 'none',
    message: (p: { reason: string }) =>
      `What became of the message could not be written into the history: ${p.reason} Do not send it again for that.`,
  },
  unknownSender: {
    remedy: 'check-input',
    message: (p: { name: string; known: string }) =>
      `There is no sender “${p.name}”. ${p.known === '' ? 'None is kept yet.' : `Kept are: ${p.known}.`}`,
  },
  secretMissing: {
    remedy: 'sign-in',
    message: (p: { name: string }) => `No key is kept for the sender “${p.name}”. Enter it again.`,
  },
});
