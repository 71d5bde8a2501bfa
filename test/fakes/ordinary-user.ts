import { onTestFinished } from 'vitest';

/**
 * Goes on as an ordinary user until the test ends: the superuser may read everything. Who is none stays who they are.
 * The answer does something as the owner of what the test has written, also where that is the superuser.
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
