/** The states of an upload in words: the one table every front end shows. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';
import type { Waiting } from '../steps/progress.ts';
import type { UploadState } from '../upload-view.ts';

export const stateWords: Readonly<Record<UploadState, Message>> = {
  ready: messageOf('state/ready'),
  queued: messageOf('state/queued'),
  uploading: messageOf('state/uploading'),
  confirming: messageOf('state/confirming'),
  activating: messageOf('state/activating'),
  sending: messageOf('state/sending'),
  cleaning: messageOf('state/cleaning'),
  retrying: messageOf('state/waitingToRetry'),
  paused: messageOf('state/paused'),
  asking: messageOf('state/asking'),
  done: messageOf('state/done'),
  failed: messageOf('state/failed'),
  cancelled: messageOf('state/cancelled'),
  'already-there': messageOf('state/alreadyThere'),
};

/** Of one that the network failed, which is tried again at the latest when its time has come. */
export const networkWords = messageOf('state/waitingForNetwork');

/** Of one that is uploading, while no bytes move. */
export const waitingWords: Readonly<Record<Waiting['for'], Message>> = {
  line: messageOf('state/noAnswer'),
  answer: messageOf('state/serviceWorks'),
};

export const uploadingWords = (waiting: Waiting | null): Message =>
  waiting ? waitingWords[waiting.for] : stateWords.uploading;

/** Of one that is queued while its account keeps it waiting. */
export const heldWords = messageOf('state/waitingForAccount');
