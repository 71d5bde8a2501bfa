/** Labels of upload states, shared by all front ends. Pure. */
import { type Message, messageOf } from '../../messages/message.ts';
import type { Stall, UploadState } from '../upload-view.ts';

export const stateLabels: Readonly<Record<UploadState, Message>> = {
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
  done: messageOf('state/uploaded'),
  failed: messageOf('state/failed'),
  cancelled: messageOf('state/cancelled'),
  'already-there': messageOf('state/alreadyThere'),
};

export const waitingForNetworkLabel = messageOf('state/waitingForNetwork');

export const waitingForAccountLabel = messageOf('state/waitingForAccount');

export function uploadingLabel(waiting: Stall | null): Message {
  if (!waiting) return stateLabels.uploading;
  return messageOf(waiting.reason === 'acknowledgement' ? 'state/noAnswer' : 'state/serviceWorks');
}
