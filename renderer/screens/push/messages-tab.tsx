import { Empty } from '../../parts/empty.tsx';
import { words } from '../../words/push-messages.ts';
import { PushFrame } from './push-frame.tsx';

export function MessagesTab() {
  return (
    <PushFrame tab="messages">
      <Empty title={words.emptyTitle} text={words.emptyText} />
    </PushFrame>
  );
}
