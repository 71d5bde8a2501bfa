/**
 * State machine of a watched folder. Pure.
 *
 *              opened              scanned (events)
 *   starting ─────────▶ scanning ──────────────────▶ watching ──┐
 *      ▲                  │  │                        │   ▲     │ file events failed,
 *      │ found            │  │                        │   │     │ scanned (no events)
 *      │                  │  │  polling: scanned (events) ─┘     ▼
 *      │                  │  └────────────────────────┼──▶ polling (reason)
 *   unreachable ◀─────────┴───────────────────────────┴─────────┘   lost: from every state but paused
 *                                                     │
 *   paused      ◀─────────────────────────────────────┘             stopped: from every state
 */
import type { Failure } from '../../base/failure.ts';
import type { FolderState, PollingReason } from '../watcher-types.ts';

export type FolderEvent =
  | { readonly kind: 'opened' }
  /** `polling` is null if file events work from now on. */
  | { readonly kind: 'scanned'; readonly polling: PollingReason | null }
  | { readonly kind: 'file-events-failed'; readonly polling: PollingReason }
  | { readonly kind: 'lost'; readonly failure: Failure }
  | { readonly kind: 'found' }
  | { readonly kind: 'stopped' };

export function reduceFolderState(state: FolderState, event: FolderEvent): FolderState {
  if (state.kind === 'paused') return state;
  switch (event.kind) {
    case 'opened':
      return state.kind === 'starting' ? { kind: 'scanning' } : state;
    case 'scanned':
      if (state.kind === 'starting' || state.kind === 'unreachable') return state;
      return event.polling === null ? { kind: 'watching' } : { kind: 'polling', reason: event.polling };
    case 'file-events-failed':
      return isWatched(state) ? { kind: 'polling', reason: event.polling } : state;
    case 'lost':
      return { kind: 'unreachable', failure: event.failure };
    case 'found':
      return { kind: 'starting' };
    case 'stopped':
      return { kind: 'paused' };
  }
}

const isWatched = (state: FolderState): boolean => state.kind === 'watching' || state.kind === 'polling';

export function sameFolderState(a: FolderState, b: FolderState): boolean {
  if (a.kind === 'polling' && b.kind === 'polling') return a.reason === b.reason;
  if (a.kind === 'unreachable' && b.kind === 'unreachable') return a.failure.code === b.failure.code;
  return a.kind === b.kind;
}
