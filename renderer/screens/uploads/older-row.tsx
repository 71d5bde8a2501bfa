import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import type { Older } from '../../state/data/history.ts';

/** At the end of the list, while the history holds more. */
export function OlderRow({ older }: { readonly older: Older }) {
  return (
    <div className="row">
      <Button disabled={older.busy} onClick={older.show}>
        {t('uploads.showOlder', { number: older.left })}
      </Button>
      {older.failure && <InlineFailure failure={older.failure} />}
    </div>
  );
}
