/**
 * The session of one account: who has a token, who needs to sign in. Pure.
 *
 *                    ┌────────── expired ──────────┐
 *   signed-out ──ask──▶ signing-in ──token──▶ signed-in
 *                         │    ▲
 *                     refused  └──ask── sign-in-needed
 *                         └──────────────▶ (why)
 *
 * A failure that is not the person's fault (no network) leads back to signed-out.
 */
import type { Failure } from '../base/failure.ts';

export type Token = {
  readonly value: string;
  /** Milliseconds since 1970 UTC, on this computer's clock. */
  readonly expiresAt: number;
};

export type Session =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signing-in' }
  | { readonly kind: 'signed-in'; readonly token: Token }
  | { readonly kind: 'sign-in-needed'; readonly failure: Failure };

export type SessionEvent =
  | { readonly kind: 'ask' }
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'expired' };

export function next(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case 'ask':
      return { kind: 'signing-in' };
    case 'token':
      return session.kind === 'signing-in' ? { kind: 'signed-in', token: event.token } : session;
    case 'refused':
      return { kind: 'sign-in-needed', failure: event.failure };
    case 'interrupted':
      return session.kind === 'signing-in' ? { kind: 'signed-out' } : session;
    case 'expired':
      return session.kind === 'signed-in' ? { kind: 'signed-out' } : session;
    default:
      return event satisfies never;
  }
}

/** Renew this long before the end, so that a token never runs out on its way: a minute, or a tenth of a short life. */
export function renewalMarginMs(lifetimeMs: number): number {
  return Math.min(60_000, lifetimeMs / 10);
}

/** True while the token can be used for a new request. */
export function isFresh(token: Token, lifetimeMs: number, now: number): boolean {
  return now < token.expiresAt - renewalMarginMs(lifetimeMs);
}
