import type { Clock } from '../../base/clock.ts';
import type { IdentityStorage } from '../storage/storage.ts';

const freeTries = { person: 3, address: 30 } as const;
const longestDelayMs = 5 * 60_000;
const memoryMs = 24 * 60 * 60_000;

export type SignInGuard = {
  /** Milliseconds to wait before the next try; 0 when a try is free. Counts the try as failed until `succeeded`. */
  admit(userName: string, address: string): Promise<number>;
  succeeded(userName: string, address: string): Promise<void>;
};

/**
 * Slows guessing down: after 3 failed tries for one user from one address, or 30 from one address, the next is refused
 * for 1, 2, 4 … up to 300 s. A try is counted before the password is looked at, so many at once gain nothing.
 */
export function createSignInGuard(identity: IdentityStorage, clock: Clock): SignInGuard {
  const keysOf = (userName: string, address: string) => [
    { key: `person ${address} ${userName.toLowerCase()}`, free: freeTries.person },
    { key: `address ${address}`, free: freeTries.address },
  ];
  return {
    admit: async (userName, address) => {
      const now = clock.now();
      const keys = keysOf(userName, address);
      for (const { key, free } of keys) {
        const known = await identity.failures(key);
        const wait = known ? delayAfter(known.failures - free) - (now - known.lastAt) : 0;
        if (wait > 0) return wait;
      }
      for (const { key } of keys) await identity.addFailure(key, now, now - memoryMs);
      return 0;
    },
    succeeded: async (userName, address) => {
      for (const { key } of keysOf(userName, address)) await identity.clearFailures(key);
    },
  };
}

/** 0 below the free tries, then doubling. */
export function delayAfter(excess: number): number {
  return excess < 0 ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** excess);
}
