/**
 * The session of one account with its service. Pure.
 *
 *                 ask                     granted
 *   signed-out ─────────▶ signing-in ───────────────▶ signed-in
 *       ▲                  │   │  ▲                     │    │
 *       │      unavailable │   │  └──── ask ────────────┘    │
 *       ├──────────────────┘   │ refused                     │ rejected (a renewed token as well)
 *       │                      ▼                             ▼
 *       │                sign-in-needed ◀────────────────────┘
 *       │                      │
 *       └──── (ask: only when a person signs in again) ───▶ signing-in
 *
 * The token is not part of the state, so that the state can be shown and logged.
 */
import type { Failure } from '../base/failure.ts';

export type AccountSessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signing-in' }
  | { readonly kind: 'signed-in' }
  /** No call asks for a token from here; signing in by hand or new settings lead out. */
  | { readonly kind: 'sign-in-needed'; readonly failure: Failure };

export type SessionEvent =
  | { readonly kind: 'ask' }
  | { readonly kind: 'granted' }
  /** The identity endpoint said no: asking again would get the same answer. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** No answer, or none that says yes or no. */
  | { readonly kind: 'unavailable' }
  /** The service did not accept a token it has just given. */
  | { readonly kind: 'rejected'; readonly failure: Failure };

export const signedOut: AccountSessionState = { kind: 'signed-out' };

/** The state after an event; an event that means nothing in a state leaves it as it is. */
export function nextSession(state: AccountSessionState, event: SessionEvent): AccountSessionState {
  switch (event.kind) {
    case 'ask':
      return { kind: 'signing-in' };
    case 'granted':
      return state.kind === 'signing-in' ? { kind: 'signed-in' } : state;
    case 'refused':
      return state.kind === 'signing-in' ? { kind: 'sign-in-needed', failure: event.failure } : state;
    case 'unavailable':
      return state.kind === 'signing-in' ? signedOut : state;
    case 'rejected':
      return state.kind === 'signed-in' ? { kind: 'sign-in-needed', failure: event.failure } : state;
  }
}
