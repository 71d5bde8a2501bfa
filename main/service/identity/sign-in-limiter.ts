import type { Clock } from '../../base/clock.ts';
import { clientKey } from '../http/client-address.ts';
import type { IdentityStorage } from '../storage/identity-storage.ts';
import type { FailureRecord } from '../storage/records.ts';
import { hashToken } from './secrets.ts';

const freeAttempts = { person: 3, address: 30 } as const;
const maxDelayMs = 5 * 60_000;
const retentionMs = 24 * 60 * 60_000;

/** Endpoint that checks a password or challenge. Failures are counted separately for each endpoint. */
type LimitedTarget = 'token' | 'page' | 'device';

export type SignInLimiter = {
  /** Returns the milliseconds until the next attempt is allowed. Does not count as an attempt. */
  wait(name: string, address: string): Promise<number>;
  /** Same as `wait`, but counts an allowed attempt as failed until `succeeded` is called. */
  admit(name: string, address: string): Promise<number>;
  succeeded(name: string, address: string): Promise<void>;
};

/**
 * Allows 3 failures per client and name, and 30 per client. Each further failure blocks for 1, 2, 4 … 300 s.
 * Counts attempts before the password is checked, so that parallel guesses have no advantage.
 */
export function createSignInLimiter(
  identity: IdentityStorage,
  clock: Clock,
  target: LimitedTarget,
): SignInLimiter {
  // Hashed, because users type passwords into the name field, and names can be as long as a body.
  const keysOf = (name: string, address: string) => {
    const client = clientKey(address);
    return [
      { key: hashToken(`${target} person ${client} ${name.toLowerCase()}`), free: freeAttempts.person },
      { key: hashToken(`${target} address ${client}`), free: freeAttempts.address },
    ];
  };
  const read = (name: string, address: string) =>
    Promise.all(
      keysOf(name, address).map(async ({ key, free }) => ({
        key,
        free,
        record: await identity.failures(key),
      })),
    );
  return {
    wait: async (name, address) => maxOf((await read(name, address)).map(remainingDelay(clock.now()))),
    admit: async (name, address) => {
      const now = clock.now();
      const counts = await read(name, address);
      const wait = maxOf(counts.map(remainingDelay(now)));
      if (wait > 0) return wait;
      const delays: number[] = [];
      for (const { key, free, record } of counts) {
        const before = (await identity.addFailure(key, now, now - retentionMs)).failures - 1;
        // If a parallel attempt was counted after the read, the new count determines the delay.
        if (before > (record?.failures ?? 0)) delays.push(delayAfter(before - free));
      }
      return maxOf(delays);
    },
    succeeded: async (name, address) => {
      for (const { key } of keysOf(name, address)) await identity.clearFailures(key);
    },
  };
}

/** Returns the delay in milliseconds: 0 below the limit, then doubling from 1 s. */
export function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** excess);
}

const remainingDelay =
  (now: number) =>
  ({ free, record }: { readonly free: number; readonly record: FailureRecord | null }): number =>
    record ? delayAfter(record.failures - free) - (now - record.lastAt) : 0;

function maxOf(waits: readonly number[]): number {
  return Math.max(0, ...waits);
}
