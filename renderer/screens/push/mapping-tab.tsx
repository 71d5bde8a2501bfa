import { Empty } from '../../parts/empty.tsx';
import { words } from '../../words/push-mapping.ts';
import { PushFrame } from './push-frame.tsx';

export function MappingTab() {
  return (
    <PushFrame tab="mapping">
      <Empty title={words.emptyTitle} />
    </PushFrame>
  );
}
