/**
 * Phases of the application's lifecycle.
 *
 *   starting ──ready──▶ running ──quit──▶ stopping ──stopped──▶ ended
 *      │  └────quit─────────────────────────▲                     ▲
 *      └─failed─┬─▶ failed ──────────────────────────quit─────────┘
 *   running ──┘
 */
export type ShellPhase = 'starting' | 'running' | 'stopping' | 'failed' | 'ended';
export type ShellEvent = 'ready' | 'failed' | 'quit' | 'stopped';

/** Returns the next phase; returns `phase` if the event does not apply. */
export function nextPhase(phase: ShellPhase, event: ShellEvent): ShellPhase {
  switch (phase) {
    case 'starting':
      if (event === 'ready') return 'running';
      if (event === 'failed') return 'failed';
      return event === 'quit' ? 'stopping' : phase;
    case 'running':
      if (event === 'failed') return 'failed';
      return event === 'quit' ? 'stopping' : phase;
    case 'stopping':
      return event === 'stopped' ? 'ended' : phase;
    case 'failed':
      return event === 'quit' ? 'ended' : phase;
    case 'ended':
      return phase;
  }
}
