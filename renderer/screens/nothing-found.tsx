import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Empty } from '../parts/empty.tsx';
import { useApp } from '../state/app-state.ts';
import { useSayFound } from '../state/say-found.ts';
import { useStore } from '../state/store.ts';

/** Replaces an empty list: “Nothing found” during a search, else `children`. */
export function NothingFound({ children }: { readonly children?: ReactNode }) {
  const search = useStore(useApp().search).trim();
  useSayFound(0);
  if (search === '') return children;
  return <Empty title={t('common.nothingFound')} text={t('common.nothingFoundFor', { search })} />;
}
