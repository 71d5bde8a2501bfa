/** Teams and people of an account, read once and shared by every field that offers them. */
import type { Failure, People } from '../../../preload/page.ts';
import { failureOf, useAnswer } from './calls.ts';

export type KnownPeople = { readonly people: People | null; readonly failure: Failure | null };

export function usePeople(accountId: string | null): KnownPeople {
  const answer = useAnswer(
    'apps.people',
    { accountId: accountId ?? '' },
    { enabled: accountId !== null, staleTime: 30_000 },
  );
  return { people: answer.data ?? null, failure: answer.error ? failureOf(answer.error) : null };
}
