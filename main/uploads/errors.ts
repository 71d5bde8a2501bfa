import { errorTable } from '../base/errors.ts';

export const uploadErrors = errorTable('uploads', {
  unknown: {
    remedy: 'none',
    message: (p: { id: string }) => `There is no upload “${p.id}” any more.`,
  },
  notRepeatable: {
    remedy: 'none',
    message: (p: { fileName: string }) =>
      `${p.fileName} can only be tried again once it has failed or was cancelled.`,
  },
  notFinished: {
    remedy: 'wait',
    message: (p: { fileName: string }) => `${p.fileName} is still on its way. Cancel it first.`,
  },
  notAsking: {
    remedy: 'none',
    message: (p: { fileName: string }) => `${p.fileName} does not wait for an answer.`,
  },
  notPausable: {
    remedy: 'none',
    message: (p: { fileName: string }) =>
      `${p.fileName} cannot be paused now: it is finished, waits for an answer, or is almost done.`,
  },
  notPaused: {
    remedy: 'none',
    message: (p: { fileName: string }) => `${p.fileName} is not paused.`,
  },
  notQueued: {
    remedy: 'none',
    message: (p: { fileName: string }) =>
      `${p.fileName} has no place in the queue: only uploads that wait for their turn can be moved.`,
  },
  notSendable: {
    remedy: 'none',
    message: (p: { fileName: string }) =>
      `${p.fileName} cannot be sent again: it is not known to be on the service, or lies where nothing is sent.`,
  },
  notAFile: {
    remedy: 'choose-file',
    message: (p: { path: string }) => `${p.path} is not a file. Choose an .apk or .ipa file.`,
  },
  changing: {
    remedy: 'retry',
    message: (p: { path: string }) =>
      `${p.path} is being written while it is read. Slipway waits until it is finished.`,
  },
  unfinished: {
    remedy: 'wait',
    message: (p: { fileName: string }) =>
      `${p.fileName} does not match its own checksums, so nothing was uploaded. Slipway waits in case it is still being written. If it is not, copy or build it again.`,
  },
  unconfirmed: {
    remedy: 'wait',
    message: (p: { fileName: string }) =>
      `The service did not confirm ${p.fileName}. Slipway looks whether it has arrived before sending it again.`,
  },
  unconfirmedSend: {
    remedy: 'wait',
    message: (p: { version: string }) =>
      `The service did not confirm that version ${p.version} was sent. Slipway looks whether it was before sending it again.`,
  },
  noVersion: {
    remedy: 'retry',
    message: (p: { fileName: string }) =>
      `The service accepted ${p.fileName} but did not say which version it became.`,
  },
  notActivated: {
    remedy: 'retry',
    message: (p: { version: string }) =>
      `The service answered, but version ${p.version} is still inactive. Slipway tries again.`,
  },
  notShown: {
    remedy: 'wait',
    message: (p: { version: string }) =>
      `The service took version ${p.version} but does not show it yet. Slipway looks for it again.`,
  },
  applicationGone: {
    remedy: 'check-input',
    message: (p: { id: number }) =>
      `Application ${p.id}, which this build is to go to, is not on the service. Choose another one for the folder or the upload, and upload the file again.`,
  },
  otherPackage: {
    remedy: 'check-input',
    message: (p: { name: string; id: number; holds: string; build: string }) =>
      `Application ${p.id} (“${p.name}”) holds ${p.holds} and this build is ${p.build}, so it was not sent there. Choose another application, or let Slipway find it by the package.`,
  },
  gone: {
    remedy: 'retry',
    message: (p: { version: string }) =>
      `Version ${p.version} is not on the service, or no longer. Try again: Slipway looks for it once more, and uploads the file again only if it is not there.`,
  },
  badCursor: {
    remedy: 'none',
    message: () => 'This page of the history is not known. Read the history from its beginning.',
  },
  notSaved: {
    remedy: 'free-space',
    message: (p: { reason: string }) =>
      `The upload journal cannot be written (${p.reason}). Nothing is uploaded until it can. Check the free space of the disk that holds Slipway's data.`,
  },
});
