import { onTestFinished } from 'vitest';

/**
 * Runs the test as an ordinary user, because root can read every file. Returns a function that runs a
 * callback as the original user.
 */
export function asOrdinaryUser(): (act: () => Promise<void>) => Promise<void> {
  if (process.geteuid?.() !== 0 || !process.seteuid) return (act) => act();
  const become = process.seteuid;
  become(nobody);
  onTestFinished(() => become(0));
  return async (act) => {
    become(0);
    await act();
    become(nobody);
  };
}

const nobody = 65_534;
