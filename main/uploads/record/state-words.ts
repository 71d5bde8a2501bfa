/** Labels of upload states, shared by all front ends. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';
import type { UploadState, Waiting } from '../upload-view.ts';

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

export const networkWords = messageOf('state/waitingForNetwork');

export const blockedWords = messageOf('state/waitingForAccount');

export function uploadingWords(waiting: Waiting | null): Message {
  if (!waiting) return stateWords.uploading;
  return messageOf(waiting.for === 'line' ? 'state/noAnswer' : 'state/serviceWorks');
}
