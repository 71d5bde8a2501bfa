import type { Sessions } from '../../api/sessions.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Uploads } from '../../uploads/uploads.ts';

export type AccountBlocks = {
  /** Lets the uploads of an account go on. Where the sign-in was the trouble it is tried first; throws why it fails. */
  release(accountId: string): Promise<void>;
  stop(): void;
};

/** Lets held up accounts go on once a person has signed in, and those that were removed fail in words. */
export function createAccountBlockViews(deps: {
  readonly uploads: Pick<Uploads, 'blocks' | 'release'>;
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
        uploads.release(accountId);
    }),
    deps.settings.onChange(({ now, before }) => {
      if (now.accounts === before.accounts) return;
      const known = new Set(accounts.all().map((account) => account.id));
      for (const { accountId } of uploads.blocks()) if (!known.has(accountId)) uploads.release(accountId);
    }),
  ];
  return {
    release: async (accountId) => {
      if (needsSignIn(accountId)) await sessions.api(accountId).signIn();
      uploads.release(accountId);
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
