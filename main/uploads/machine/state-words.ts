/** The states of an upload in words: the one table every front end shows. Pure. */
import type { Waiting } from '../steps/progress.ts';
import type { UploadState } from '../upload-view.ts';

export const stateWords: Readonly<Record<UploadState, string>> = {
  ready: 'Ready',
  queued: 'Queued',
  uploading: 'Uploading',
  confirming: 'Looking whether it arrived',
  activating: 'Activating',
  sending: 'Sending',
  tidying: 'Tidying up',
  retrying: 'Waiting to retry',
  paused: 'Paused',
  asking: 'Waits for your answer',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  'already-there': 'Already there',
};

/** Of one that the network failed, which is tried again at the latest when its time has come. */
export const networkWords = 'Waiting for the network';

/** Of one that is uploading, while no bytes move. */
export const waitingWords: Readonly<Record<Waiting['for'], string>> = {
  line: 'No answer',
  answer: 'The service is working on it',
};

export const uploadingWords = (waiting: Waiting | null): string =>
  waiting ? waitingWords[waiting.for] : stateWords.uploading;

/** Of one that is queued while its account keeps it waiting. */
export const heldWords = 'Waiting for the account';
