import { useEffect } from 'react';
import { t } from '../messages.ts';
import { useApp } from './app-state.ts';
import { useStore } from './store.ts';

const pauseMs = 700;

export function useAnnounceResults(count: number): void {
  const { search, announcer } = useApp();
  const text = useStore(search).trim();
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(
      () => announcer.announce(count === 0 ? t('common.nothingFound') : t('common.found', { count })),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [text, count, announcer]);
}
