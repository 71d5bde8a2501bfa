import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import type { OpenDialog } from '../../state/dialog.ts';
import { words } from '../../words/uploads.ts';

/** The two ways to have somewhere to upload to. */
export function FirstLook({ next }: { readonly next?: OpenDialog }) {
  const app = useApp();
  const start = useAsk('service.start', (status) => app.service.set(status));
  return (
    <div className="first-look">
      <div className="first-choice">
        <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
          {start.isPending ? words.starting : words.useBuiltIn}
        </Button>
        <p className="field-hint">{words.useBuiltInHint}</p>
      </div>
      <div className="first-choice">
        <Button onClick={() => app.dialog.set({ kind: 'account', account: null, ...(next ? { next } : {}) })}>
          {words.signInService}
        </Button>
        <p className="field-hint">{words.signInServiceHint}</p>
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </div>
  );
}
