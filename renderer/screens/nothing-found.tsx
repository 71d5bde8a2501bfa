import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Empty } from '../parts/empty.tsx';
import { useAnnounceResults } from '../state/announce-results.ts';
import { useApp } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';

/** Shown instead of an empty list: “Nothing found” during a search, else `children`. */
export function NoResults({ children }: { readonly children?: ReactNode }) {
  const search = useStore(useApp().search).trim();
  useAnnounceResults(0);
  if (search === '') return children;
  return <Empty title={t('common.nothingFound')} text={t('common.nothingFoundFor', { search })} />;
}
