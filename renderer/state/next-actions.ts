import { useApp } from './app-state.ts';

export type NextActions = {
  setUpMail(): void;
  openExposure(): void;
};

export function useNextActions(): NextActions {
  const { dialog } = useApp();
  return {
    setUpMail: () => dialog.set({ kind: 'exposure', step: 'mail' }),
    openExposure: () => dialog.set({ kind: 'exposure', step: 'address' }),
  };
}
