import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * A draft as `useState` gives it that is there again when its dialog is opened anew within some minutes, unless what it was
 * made from changed meanwhile. `kept` leaves out what must not outlive the dialog.
 */
export function useKeptDraft<Draft>(
  name: string,
  from: unknown,
  make: () => Draft,
  kept: (draft: Draft) => Draft = (draft) => draft,
): readonly [Draft, (next: Draft) => void] {
  const queries = useQueryClient();
  const key = ['draft', name, from];
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(key) ?? make());
  return [
    draft,
    (next) => {
      setDraft(next);
      queries.setQueryData<Draft>(key, kept(next));
    },
  ];
}
