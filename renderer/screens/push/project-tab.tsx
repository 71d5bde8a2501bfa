import { Empty } from '../../parts/empty.tsx';
import { words } from '../../words/push.ts';
import { PushFrame } from './push-frame.tsx';

export function ProjectTab() {
  return (
    <PushFrame tab="project">
      <Empty title={words.emptyTitle} text={words.emptyText} />
    </PushFrame>
  );
}
