/** Timeline of an upload. Pure. */
import type { TimelineEntry } from '../upload-view.ts';
import { stepOf, type UploadEvent, type UploadMachine } from './states.ts';

const timelineEvents: { readonly [Kind in UploadEvent['kind']]?: TimelineEntry['event'] } = {
  chosen: 'uploading',
  known: 'already-there',
  adopted: 'already-there',
  arrived: 'uploaded',
  activated: 'active',
  sent: 'sent',
  cleaned: 'cleaned',
  changed: 'queued',
  'retry-later': 'retry',
  failed: 'failed',
};

/** Returns the entry that a transition adds to the timeline; null if it adds none. */
export function timelineEvent(
  before: UploadMachine,
  machine: UploadMachine,
  { kind }: UploadEvent,
): TimelineEntry['event'] | null {
  if (kind === 'declined' && stepOf(before) === 'send') return 'send-declined';
  if (kind === 'cancel' || kind === 'declined') return machine.kind === 'cancelled' ? 'cancelled' : null;
  if (kind === 'agreed') return stepOf(before) === 'send' ? 'send-confirmed' : 'queued';
  if (kind === 'retry') return machine.kind === 'queued' ? 'queued' : null;
  return timelineEvents[kind] ?? null;
}

/** Events of one attempt that follow its `retry`. */
const attemptEvents: ReadonlySet<TimelineEntry['event']> = new Set(['uploading', 'resumed']);

/** Limits the timeline of an upload that is retried for days. */
const maxTimelineEntries = 60;

export function limitTimeline(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  if (timeline.length <= maxTimelineEntries) return timeline;
  const oldest = timeline.findIndex(({ event }) => event === 'retry');
  if (oldest === -1) return timeline;
  const next = timeline.findIndex(({ event }, at) => at > oldest && !attemptEvents.has(event));
  return limitTimeline(timeline.toSpliced(oldest, next === -1 ? 1 : next - oldest));
}
