import { useApp } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

type Props = {
  /** What it means where it is shown. */
  readonly more?: string;
};

/** Why uploads wait for the network; nothing while they need not. */
export function NetworkBar({ more }: Props) {
  const waiting = useStore(useApp().waiting);
  return (
    <div role="status">
      {waiting !== null && <p className="waiting-bar">{[waiting.message, more].filter(Boolean).join(' ')}</p>}
    </div>
  );
}
