/**
 * What a watched folder is doing, as a person sees it. Pure.
 *
 *              opened              scanned (hints)
 *   starting ─────────▶ scanning ──────────────────▶ watching ─┐
 *      ▲                  │  │                          │      │ hints failed
 *      │ found            │  │     scanned (no hints)   │      ▼
 *      │                  │  └──────────────────────────┼──▶ polling
 *   unreachable ◀─────────┴─────────────────────────────┴──────┘   lost: from every state but paused
 *                                                       │
 *   paused      ◀───────────────────────────────────────┘          stopped: from every state
 */
import type { Failure } from '../base/failure.ts';
import type { FolderState } from './watcher-types.ts';

export type FolderEvent =
  /** The folder is there and can be read. */
  | { readonly kind: 'opened' }
  /** Everything in it was looked at; `hints` tells whether the system announces changes from now on. */
  | { readonly kind: 'scanned'; readonly hints: boolean }
  | { readonly kind: 'hints-failed' }
  | { readonly kind: 'lost'; readonly failure: Failure }
  | { readonly kind: 'found' }
  | { readonly kind: 'stopped' };

export function nextFolderState(state: FolderState, event: FolderEvent): FolderState {
  if (state.kind === 'paused') return state;
  switch (event.kind) {
    case 'opened':
      return state.kind === 'starting' ? { kind: 'scanning' } : state;
    case 'scanned':
      return state.kind === 'scanning' ? { kind: event.hints ? 'watching' : 'polling' } : state;
    case 'hints-failed':
      return state.kind === 'watching' ? { kind: 'polling' } : state;
    case 'lost':
      return { kind: 'unreachable', failure: event.failure };
    case 'found':
      return { kind: 'starting' };
    case 'stopped':
      return { kind: 'paused' };
  }
}
