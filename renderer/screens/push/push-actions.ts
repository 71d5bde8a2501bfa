import { pushTabs } from '../../logic/push-tabs.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';

/** One for each part of the place, from wherever one is. */
export function usePushActions(): readonly Action[] {
  const app = useApp();
  return pushTabs.map((tab) => ({
    id: `push.${tab}`,
    label: t(`push.tabs.${tab}`),
    hint: t('common.place.push'),
    run: () => {
      app.search.set('');
      app.place.go({ kind: 'push', tab });
    },
  }));
}
