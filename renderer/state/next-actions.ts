import { useApp, useIsBuiltIn } from './app-state.ts';
import { useStore } from './store.ts';
import type { OpenDialog } from './window/dialog.ts';

export type NextActions = {
  /** `back` is opened when the dialog closes. */
  setUpMail(back?: OpenDialog): void;
  openExposure(): void;
};

export function useNextActions(): NextActions {
  const { dialog } = useApp();
  return {
    setUpMail: (back) => dialog.set({ kind: 'mail', ...(back ? { back } : {}) }),
    openExposure: () => dialog.set({ kind: 'exposure', step: 'audience' }),
  };
}

/** Returns the mail delay in seconds; 0 if mail is not delayed or not sent. */
export function useSendDelay(accountId: string): number {
  const preferences = useStore(useApp().preferences);
  const isMailed = useSetUpMail(accountId) === null;
  return isMailed ? (preferences?.sendDelaySeconds ?? 0) : 0;
}

/** Returns a function that opens the mail settings if the built-in account has no mail server; else null. */
export function useSetUpMail(accountId: string): NextActions['setUpMail'] | null {
  const { mail } = useStore(useApp().service);
  const { setUpMail } = useNextActions();
  return useIsBuiltIn(accountId) && mail === 'outbox' ? setUpMail : null;
}
