import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useActiveAccount, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
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

/** Offers to upload a sample build; only for the built-in service, which receives it. */
export function SampleChoice() {
  const account = useActiveAccount();
  const send = useCommand('service.sendSample');
  if (account?.kind !== 'built-in') return null;
  return (
    <div className="first-choice">
      <Button disabled={send.isPending} onClick={() => send.mutate({})}>
        {t('uploads.sample')}
      </Button>
      <p className="field-hint">{t('uploads.sampleHint')}</p>
      {send.error && <InlineFailure error={send.error} />}
    </div>
  );
}
