/** The states of an upload in words: the one table every front end shows. Pure. */
import type { UploadState } from './upload-view.ts';

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

/** Of one that is queued while its account keeps it waiting. */
export const heldWords = 'Waiting for the account';
