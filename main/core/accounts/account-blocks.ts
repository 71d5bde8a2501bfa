import type { Sessions } from '../../api/sessions.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Uploads } from '../../uploads/uploads.ts';

export type AccountBlocks = {
  /** Resumes an account's uploads. If the last sign-in failed, signs in again first and throws on failure. */
  unblock(accountId: string): Promise<void>;
  stop(): void;
};

/** Unblocks accounts after a sign-in, and removed accounts, whose uploads then fail. */
export function createAccountBlocks(deps: {
  readonly uploads: Pick<Uploads, 'blocks' | 'unblock'>;
  readonly sessions: Pick<Sessions, 'api' | 'state' | 'onChange'>;
  readonly accounts: Pick<Accounts, 'all'>;
  readonly settings: Pick<SettingsStore, 'onChange'>;
}): AccountBlocks {
  const { uploads, sessions, accounts } = deps;
  const needsSignIn = (accountId: string): boolean =>
    uploads.blocks().some((block) => block.accountId === accountId && block.failure.remedy === 'sign-in');
  const stops = [
    sessions.onChange((accountId) => {
      if (sessions.state(accountId).kind === 'signed-in' && needsSignIn(accountId))
        uploads.unblock(accountId);
    }),
    deps.settings.onChange(({ now, before }) => {
      if (now.accounts === before.accounts) return;
      const accountIds = new Set(accounts.all().map((account) => account.id));
      for (const { accountId } of uploads.blocks())
        if (!accountIds.has(accountId)) uploads.unblock(accountId);
    }),
  ];
  return {
    unblock: async (accountId) => {
      if (needsSignIn(accountId)) await sessions.api(accountId).signIn();
      uploads.unblock(accountId);
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
