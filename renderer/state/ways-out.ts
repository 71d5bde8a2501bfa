/** What helps when testers get no mail, or cannot open a link, of the built-in service. */
import { useApp } from './app-state.ts';

export type WaysOut = {
  /** Where mail is set up. */
  setUpMail(): void;
  /** Where it is set who gets to the service. */
  makeReachable(): void;
};

export function useWaysOut(): WaysOut {
  const { dialog } = useApp();
  return {
    setUpMail: () => dialog.set({ kind: 'reach', step: 'mail' }),
    makeReachable: () => dialog.set({ kind: 'reach', step: 'address' }),
  };
}
