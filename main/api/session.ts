/**
 * State machine of one account's session with its service. Pure.
 *
 *               request                   granted
 *   signed-out ─────────▶ signing-in ───────────────▶ signed-in
 *       ▲                  │   │  ▲                     │    │
 *       │      unavailable │   │  └────── request ──────┘    │
 *       ├──────────────────┘   │ refused                     │ rejected (a renewed token as well)
 *       │                      ▼                             ▼
 *       │                sign-in-needed ◀────────────────────┘
 *       │                      │
 *       └──── (request: only when the user signs in again) ───▶ signing-in
 *
 * The state does not contain the token, so it can be displayed and logged.
 */
import type { Failure } from '../base/failure.ts';

export type AccountSessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signing-in' }
  | { readonly kind: 'signed-in' }
  /** Calls fail without a token request until the user signs in again or changes the settings. */
  | { readonly kind: 'sign-in-needed'; readonly failure: Failure };

export type SessionEvent =
  | { readonly kind: 'request' }
  | { readonly kind: 'granted' }
  /** The identity endpoint refused the sign-in; a retry would be refused as well. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** No response, or a response that neither grants nor refuses the sign-in. */
  | { readonly kind: 'unavailable' }
  /** The service rejected a newly issued token. */
  | { readonly kind: 'rejected'; readonly failure: Failure };

export const signedOut: AccountSessionState = { kind: 'signed-out' };

/** Returns the state after an event; an event that does not apply leaves the state unchanged. */
export function reduceSession(state: AccountSessionState, event: SessionEvent): AccountSessionState {
  switch (event.kind) {
    case 'request':
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
