/** What main reads in a text; until it has, what it read before. */
import { keepPreviousData } from '@tanstack/react-query';
import type { MappingForm } from '../../../preload/page.ts';
import { useAnswer } from '../../state/calls.ts';

export function useMappingForm(text: string): {
  readonly data: MappingForm | null;
  readonly error: Error | null;
} {
  const { data = null, error } = useAnswer(
    ['push', 'mapping', text],
    'push.mapping.read',
    { text },
    {
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  return { data, error };
}
