/** What an event makes of a record. Pure. */

import { messageOf } from '../../messages/message.ts';
import { withoutSeen } from '../target/id-bounds.ts';
import type { TimelineEntry } from '../upload-view.ts';
import { freshUncertainty, type RecordChanges, type UploadRecord, wasSentBefore } from './record.ts';
import { next } from './upload.ts';
import { isFinished, stepOf, type UploadEvent, type UploadMachine } from './upload-states.ts';

/** The record after an event, with what the step found out; null when the event means nothing now. */
export function advance(
  record: UploadRecord,
  event: UploadEvent,
  now: number,
  changes: RecordChanges = {},
): UploadRecord | null {
  const before = lookingFirst(record, event);
  const machine = next(before, event);
  if (!machine) return null;
  // What is noted about a file that was left is no event of its own.
  const isLeft = event.kind === 'cleaned' && changes.notes !== undefined;
  const names = isLeft ? [] : timelineOf(record.machine, machine, event);
  const entries = names.map((name): TimelineEntry => ({ event: name, at: now }));
  return {
    ...record,
    ...consequences(record, machine, event),
    ...(before === record.machine ? {} : { uncertainty: { ...freshUncertainty, lookups: 1, until: now } }),
    ...changes,
    machine,
    timeline: shortened([...record.timeline, ...entries]),
    finishedAt: isFinished(machine) ? (isFinished(record.machine) ? record.finishedAt : now) : null,
  };
}

/** A file that was once given away whole is looked for before it is sent again, even if it was refused. */
function lookingFirst(record: UploadRecord, event: UploadEvent): UploadMachine {
  const { machine } = record;
  if ((event.kind !== 'retry' && event.kind !== 'due') || !('step' in machine)) return machine;
  const isSent = machine.step === 'choose' && record.route !== null && wasSentBefore(record);
  return isSent ? { ...machine, step: 'confirm' } : machine;
}

/** Entries of one upload; one that is tried for days has more. */
const longestTimeline = 60;

/** Without the oldest tries that failed. */
function shortened(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  if (timeline.length <= longestTimeline) return timeline;
  const oldest = timeline.findIndex(({ event }) => event === 'retry');
  if (oldest === -1) return timeline;
  const begun = timeline[oldest + 1]?.event === 'uploading' ? 2 : 1;
  return shortened(timeline.toSpliced(oldest, begun));
}

function consequences(record: UploadRecord, machine: UploadMachine, event: UploadEvent): RecordChanges {
  if (event.kind === 'changed') {
    const unread = {
      package: null,
      icon: null,
      fingerprint: null,
      identity: null,
      sha256: null,
      sentInMs: null,
      verified: false,
    };
    return { ...unread, route: null, target: null, unclear: [], attempts: {}, mostSent: 0 };
  }
  if (record.machine.kind === 'asking') return answered(record, event);
  if (event.kind === 'vanished') return { sendBegun: false, uncertainty: freshUncertainty };
  if (event.kind === 'chosen') return { target: null, sentInMs: null, uncertainty: freshUncertainty };
  if (event.kind === 'arrived' || event.kind === 'adopted' || event.kind === 'activated') {
    const route = record.route && withoutSeen(record.route);
    return { attempts: {}, sendBegun: false, uncertainty: freshUncertainty, route, unclear: [] };
  }
  if (event.kind === 'retry') return { attempts: {}, uncertainty: { ...record.uncertainty, resend: true } };
  if (event.kind === 'look-again') {
    // The look-up itself went well; the tries of what is looked for stay counted, or it would be tried for ever.
    const { upload = 0, send = 0 } = record.attempts;
    return isSending(record) ? { attempts: { upload, send }, sendBegun: true } : { attempts: { upload } };
  }
  if (!isSending(record) || machine.kind === 'working' || machine.kind === 'asking') return {};
  return event.kind === 'missing' ? { sendBegun: false, uncertainty: freshUncertainty } : { sendBegun: true };
}

/** The question before the upload is asked anew of another file; the one before the sending is answered for good. */
function answered(record: UploadRecord, event: UploadEvent): RecordChanges {
  if (stepOf(record.machine) !== 'send') return event.kind === 'agreed' ? {} : { unclear: [] };
  if (event.kind === 'agreed') return { sendAnyway: true };
  return event.kind === 'declined' ? { notes: [...record.notes, messageOf('note/decidedAgainst')] } : {};
}

function isSending({ machine }: UploadRecord): boolean {
  return machine.kind === 'working' && machine.step === 'send';
}

function timelineOf(
  before: UploadMachine,
  machine: UploadMachine,
  event: UploadEvent,
): TimelineEntry['event'][] {
  switch (event.kind) {
    case 'chosen':
      return ['uploading'];
    case 'known':
    case 'adopted':
      return ['already-there'];
    case 'arrived':
      return ['uploaded'];
    case 'activated':
      return ['active'];
    case 'sent':
      return ['sent'];
    case 'changed':
      return ['queued'];
    case 'retry-later':
    case 'unfinished':
    case 'uncertain':
      return ['retry'];
    case 'failed':
    case 'vanished':
      return ['failed'];
    case 'cancel':
    case 'declined':
      return machine.kind === 'cancelled' ? ['cancelled'] : [];
    case 'cleaned':
      return ['cleaned'];
    case 'agreed':
      return stepOf(before) === 'send' ? [] : ['queued'];
    case 'retry':
      return machine.kind === 'queued' ? ['queued'] : [];
    default:
      return [];
  }
}
