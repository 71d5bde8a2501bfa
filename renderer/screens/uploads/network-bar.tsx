import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

/** Why uploads wait for the network; nothing while they need not. */
export function NetworkBar() {
  const waiting = useStore(useApp().waiting);
  return <div role="status">{waiting !== null && <p className="waiting-bar">{waiting.message}</p>}</div>;
}
