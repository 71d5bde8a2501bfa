import type { Clock } from '../../base/clock.ts';
import { clientKey } from '../http/client-address.ts';
import type { IdentityStorage } from '../storage/identity-storage.ts';
import type { FailureRecord } from '../storage/records.ts';
import { hashToken } from './secrets.ts';

const freeTries = { person: 3, address: 30 } as const;
const longestDelayMs = 5 * 60_000;
const memoryMs = 24 * 60 * 60_000;

/** Target of guesses; failures are counted for each. */
type Door = 'token' | 'page';

export type SignInGuard = {
  /** Milliseconds until the next attempt is allowed; 0 if allowed now. Counts no attempt. */
  wait(name: string, address: string): Promise<number>;
  /** Same as `wait`, but counts an allowed attempt as failed until `succeeded`. */
  admit(name: string, address: string): Promise<number>;
  succeeded(name: string, address: string): Promise<void>;
};

/**
 * Allows 3 failures for a name from one client and 30 for a client, then refuses attempts for 1, 2, 4 … up to
 * 300 s. Counts attempts before checking the password, so that parallel ones gain nothing.
 */
export function createSignInGuard(identity: IdentityStorage, clock: Clock, door: Door): SignInGuard {
  // Hashed, because users type passwords into the name field, and names can be as long as a body.
  const keysOf = (name: string, address: string) => {
    const client = clientKey(address);
    return [
      { key: hashToken(`${door} person ${client} ${name.toLowerCase()}`), free: freeTries.person },
      { key: hashToken(`${door} address ${client}`), free: freeTries.address },
    ];
  };
  const read = (name: string, address: string) =>
    Promise.all(
      keysOf(name, address).map(async ({ key, free }) => ({
        key,
        free,
        known: await identity.failures(key),
      })),
    );
  return {
    wait: async (name, address) => longest((await read(name, address)).map(waitOf(clock.now()))),
    admit: async (name, address) => {
      const now = clock.now();
      const counts = await read(name, address);
      const wait = longest(counts.map(waitOf(now)));
      if (wait > 0) return wait;
      const overtaken: number[] = [];
      for (const { key, free, known } of counts) {
        const before = (await identity.addFailure(key, now, now - memoryMs)).failures - 1;
        // Another attempt was counted since the read, so the delay follows from the new count.
        if (before > (known?.failures ?? 0)) overtaken.push(delayAfter(before - free));
      }
      return longest(overtaken);
    },
    succeeded: async (name, address) => {
      for (const { key } of keysOf(name, address)) await identity.clearFailures(key);
    },
  };
}

/** Returns milliseconds: 0 below the limit, then doubling. */
export function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** excess);
}

const waitOf =
  (now: number) =>
  ({ free, known }: { readonly free: number; readonly known: FailureRecord | null }): number =>
    known ? delayAfter(known.failures - free) - (now - known.lastAt) : 0;

function longest(waits: readonly number[]): number {
  return Math.max(0, ...waits);
}
