import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log/log.ts';
import { textOf } from '../../messages/text.ts';
import type { BlockReason } from '../record/record.ts';
import type { AccountBlock } from '../upload-view.ts';

export type BlockPolicy = { readonly firstMs: number; readonly maxMs: number };

export const defaultBlockPolicy: BlockPolicy = { firstMs: 5 * 60_000, maxMs: 60 * 60_000 };

/** Blocked accounts, in memory only: a restart retries all of them. */
export type AccountBlocks = ReturnType<typeof createAccountBlocks>;

/** `probing`: the back-off is over, and one upload at a time probes the account. */
type StoredBlock = AccountBlock & {
  readonly pauses: number;
  readonly probing: boolean;
  readonly cancel: () => void;
};

export function createAccountBlocks(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: BlockPolicy;
}) {
  const { clock, log, policy } = deps;
  const blocks = new Map<string, StoredBlock>();
  const listeners: ((accountId: string) => void)[] = [];
  const announce = (accountId: string): void => {
    for (const listener of listeners) listener(accountId);
  };
  const set = (block: StoredBlock): void => {
    blocks.set(block.accountId, block);
    announce(block.accountId);
  };
  const release = (accountId: string): void => {
    const block = blocks.get(accountId);
    if (!block) return;
    block.cancel();
    blocks.delete(accountId);
    log.info('Account unblocked', { accountId });
    announce(accountId);
  };
  const tryAgain = (accountId: string): void => {
    const block = blocks.get(accountId);
    if (!block) return;
    log.info('Probing the account with one upload', { accountId });
    set({ ...block, probing: true });
  };
  const view = ({ accountId, failure, until }: StoredBlock): AccountBlock => ({ accountId, failure, until });
  return {
    onChange: (listener: (accountId: string) => void): void => {
      listeners.push(listener);
    },
    list: (): readonly AccountBlock[] => [...blocks.values()].map(view),
    of: (accountId: string): AccountBlock | null => {
      const block = blocks.get(accountId);
      return block ? view(block) : null;
    },
    /** Returns an account's maximum number of concurrent uploads: 0 if blocked, 1 while probing. */
    slots: (accountId: string, parallel: number): number => {
      const block = blocks.get(accountId);
      if (!block) return parallel;
      return block.probing ? 1 : 0;
    },
    /** Blocks an account. If it is already blocked, keeps the reason and the back-off. */
    block: (accountId: string, { kind, failure, retryAfterSeconds }: BlockReason): void => {
      const before = blocks.get(accountId);
      if (before && !before.probing) return;
      const blockCount = (before?.pauses ?? 0) + 1;
      const grown = Math.min(policy.maxMs, policy.firstMs * 2 ** (blockCount - 1));
      const wait = kind === 'full' ? Math.max(grown, (retryAfterSeconds ?? 0) * 1000) : null;
      const cancel = wait === null ? () => {} : clock.after(wait, () => tryAgain(accountId));
      log.warn('Account blocked', { accountId, code: failure.code, reason: textOf(failure), wait });
      const until = wait === null ? null : clock.now() + wait;
      set({ accountId, failure, until, pauses: blockCount, probing: false, cancel });
    },
    /** Unblocks an account that is being probed, after the service accepted a request. */
    clear: (accountId: string): void => {
      if (blocks.get(accountId)?.probing) release(accountId);
    },
    release,
    /** Unblocks all accounts not in `accountIds`, because they have no unfinished upload. */
    releaseOthers: (accountIds: ReadonlySet<string>): void => {
      for (const accountId of blocks.keys()) if (!accountIds.has(accountId)) release(accountId);
    },
    stop: (): void => {
      for (const block of blocks.values()) block.cancel();
      blocks.clear();
    },
  };
}
