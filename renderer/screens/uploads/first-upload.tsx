import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStartService } from '../../state/data/service-data.ts';
import type { OpenDialog } from '../../state/window/dialog.ts';

export function FirstUploadHint({ next }: { readonly next?: OpenDialog }) {
  const app = useApp();
  const start = useStartService();
  return (
    <div className="first-example">
      <div className="first-choice">
        <Button variant="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
          {start.isPending ? t('uploads.starting') : t('uploads.useBuiltIn')}
        </Button>
        <p className="field-hint">{t('uploads.useBuiltInHint')}</p>
      </div>
      <div className="first-choice">
        <Button onClick={() => app.dialog.set({ kind: 'account', account: null, ...(next ? { next } : {}) })}>
          {t('uploads.signInService')}
        </Button>
        <p className="field-hint">{t('uploads.signInServiceHint')}</p>
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </div>
  );
}
