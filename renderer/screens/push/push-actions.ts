import { pushTabs } from '../../logic/push-tabs.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/push.ts';

/** One for each part of the place, from wherever one is. */
export function usePushActions(): readonly Action[] {
  const app = useApp();
  return pushTabs.map((tab) => ({
    id: `push.${tab}`,
    label: words.tabs[tab],
    hint: common.push,
    run: () => {
      app.search.set('');
      app.place.go({ kind: 'push', tab });
    },
  }));
}
