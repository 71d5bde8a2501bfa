import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useFormat } from '../../state/app-state.ts';
import type { Older } from '../../state/history.ts';
import { words } from '../../words/uploads.ts';

/** At the end of the list, while the history holds more. */
export function OlderRow({ older }: { readonly older: Older }) {
  const format = useFormat();
  return (
    <div className="row">
      <Button disabled={older.busy} onClick={older.show}>
        {words.showOlder(format.count(older.left))}
      </Button>
      {older.failure && <InlineFailure failure={older.failure} />}
    </div>
  );
}
