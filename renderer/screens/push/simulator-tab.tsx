import { Empty } from '../../parts/empty.tsx';
import { words } from '../../words/push-simulator.ts';
import { PushFrame } from './push-frame.tsx';

export function SimulatorTab() {
  return (
    <PushFrame tab="simulator">
      <Empty title={words.emptyTitle} text={words.emptyText} />
    </PushFrame>
  );
}
