/** What helps when testers get no mail, or cannot open a link, of the built-in service. */
import { useApp } from './app-state.ts';
import { useAsk } from './calls.ts';

export type WaysOut = {
  /** Where mail is set up. */
  setUpMail(): void;
  /** Where it is set who gets to the service. */
  makeReachable(): void;
  readonly error: unknown;
};

export function useWaysOut(): WaysOut {
  const app = useApp();
  const readMail = useAsk('service.mailServer', (mailServer) => {
    app.place.go({ kind: 'service', tab: 'outbox', item: null });
    app.dialog.set({ kind: 'service', show: { kind: 'mail', mailServer } });
  });
  const readReach = useAsk('service.overview', ({ reach }) => {
    app.place.go({ kind: 'service', tab: 'overview', item: null });
    app.dialog.set({ kind: 'service', show: { kind: 'reach', reach } });
  });
  return {
    setUpMail: () => readMail.mutate({}),
    makeReachable: () => readReach.mutate({}),
    error: readMail.error ?? readReach.error,
  };
}
