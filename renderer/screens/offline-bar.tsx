import type { AccountView } from '../../preload/contract.ts';
import { useApp } from '../state/app-state.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words/common.ts';

/** Says that there is no network where what is shown comes over it, and what still works. */
export function OfflineBar({ account }: { readonly account: AccountView }) {
  const waiting = useStore(useApp().waiting);
  const isOffline = account.kind !== 'built-in' && waiting?.code === 'core/offline';
  return <div role="status">{isOffline && <p className="waiting-bar">{words.offline}</p>}</div>;
}
