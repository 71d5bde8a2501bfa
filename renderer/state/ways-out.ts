import { useApp } from './app-state.ts';

export type WaysOut = {
  setUpMail(): void;
  makeReachable(): void;
};

export function useWaysOut(): WaysOut {
  const { dialog } = useApp();
  return {
    setUpMail: () => dialog.set({ kind: 'reach', step: 'mail' }),
    makeReachable: () => dialog.set({ kind: 'reach', step: 'address' }),
  };
}
