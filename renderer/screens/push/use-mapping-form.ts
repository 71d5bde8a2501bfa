/** What main reads in a text, a moment after it was typed; until then what it read before. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MappingForm } from '../../../preload/contract.ts';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/calls.ts';

export function useMappingForm(text: string): {
  readonly data: MappingForm | null;
  readonly error: Error | null;
} {
  const { bridge } = useApp().connection;
  const { data = null, error } = useQuery({
    queryKey: ['push', 'mapping', text],
    queryFn: () => ask(bridge, 'push.mapping.read', { text }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return { data, error };
}
