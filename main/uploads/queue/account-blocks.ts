import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import type { AccountBlock } from './block-reason.ts';

/** Why a whole account is blocked: `sign-in` until a person helps, `full` until the service has room again. */
export type BlockReason = {
  readonly kind: 'sign-in' | 'full';
  readonly failure: Failure;
  readonly retryAfterSeconds: number | null;
};

export type BlockPolicy = { readonly firstMs: number; readonly longestMs: number };

export const defaultBlockPolicy: BlockPolicy = { firstMs: 5 * 60_000, longestMs: 60 * 60_000 };

/** Which accounts are blocked. In memory only: the next start tries them all again. */
export type AccountBlocks = {
  /** Calls back when what an account is blocked for has changed, or whether one may try it. */
  onChange(listener: (accountId: string) => void): void;
  list(): readonly AccountBlock[];
  of(accountId: string): AccountBlock | null;
  /** How many of its uploads may be under way: none, one that tries it, or `usual`. */
  places(accountId: string, usual: number): number;
  /** An upload met `blockReason`. A reason the account is blocked for already stays. */
  meet(accountId: string, blockReason: BlockReason): void;
  /** The service took something of this account. */
  worked(accountId: string): void;
  release(accountId: string): void;
  /** Lets go of accounts that nothing waits for any more. */
  keepOnly(accountIds: ReadonlySet<string>): void;
  stop(): void;
};

/**
 * `trying`: the pause is over, and one upload at a time finds out whether the service has room; nothing else of the
 * account begins before one of them was taken.
 */
type KeptBlock = AccountBlock & {
  readonly pauses: number;
  readonly trying: boolean;
  readonly cancel: () => void;
};

export function createAccountBlocks(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: BlockPolicy;
}): AccountBlocks {
  const { clock, log, policy } = deps;
  const blocks = new Map<string, KeptBlock>();
  const listeners: ((accountId: string) => void)[] = [];
  const announce = (accountId: string): void => {
    for (const listener of listeners) listener(accountId);
  };

  const set = (block: KeptBlock): void => {
    blocks.set(block.accountId, block);
    announce(block.accountId);
  };
  const release = (accountId: string): void => {
    const block = blocks.get(accountId);
    if (!block) return;
    block.cancel();
    blocks.delete(accountId);
    log.info('The account goes on', { accountId });
    announce(accountId);
  };
  const tryAgain = (accountId: string): void => {
    const block = blocks.get(accountId);
    if (!block) return;
    log.info('One upload tries the account', { accountId });
    set({ ...block, trying: true });
  };
  const meet = (accountId: string, { kind, failure, retryAfterSeconds }: BlockReason): void => {
    const before = blocks.get(accountId);
    if (before && !before.trying) return;
    const pauses = (before?.pauses ?? 0) + 1;
    const grown = Math.min(policy.longestMs, policy.firstMs * 2 ** (pauses - 1));
    const wait = kind === 'full' ? Math.max(grown, (retryAfterSeconds ?? 0) * 1000) : null;
    const cancel = wait === null ? () => {} : clock.after(wait, () => tryAgain(accountId));
    log.warn('The account is blocked', { accountId, code: failure.code, reason: textOf(failure), wait });
    set({
      accountId,
      failure,
      until: wait === null ? null : clock.now() + wait,
      pauses,
      trying: false,
      cancel,
    });
  };
  const view = ({ accountId, failure, until }: KeptBlock): AccountBlock => ({ accountId, failure, until });
  return {
    onChange: (listener) => {
      listeners.push(listener);
    },
    list: () => [...blocks.values()].map(view),
    of: (accountId) => {
      const block = blocks.get(accountId);
      return block ? view(block) : null;
    },
    places: (accountId, usual) => {
      const block = blocks.get(accountId);
      if (!block) return usual;
      return block.trying ? 1 : 0;
    },
    meet,
    worked: (accountId) => {
      if (blocks.get(accountId)?.trying) release(accountId);
    },
    release,
    keepOnly: (accountIds) => {
      for (const accountId of blocks.keys()) if (!accountIds.has(accountId)) release(accountId);
    },
    stop: () => {
      for (const block of blocks.values()) block.cancel();
      blocks.clear();
    },
  };
}
