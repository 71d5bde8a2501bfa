import type { AccountBlock } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useAccounts, useApp, useFormat } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

export function BlocksBar() {
  const blocks = useStore(useApp().blocks);
  return (
    <div role="status">
      {blocks.map((block) => (
        <BlockedAccount key={block.accountId} block={block} />
      ))}
    </div>
  );
}

function BlockedAccount({ block }: { readonly block: AccountBlock }) {
  const app = useApp();
  const format = useFormat();
  const release = useCommand('uploads.unblock');
  const account = useAccounts().find((each) => each.id === block.accountId) ?? null;
  const again = block.until === null ? null : t('uploads.triedAgainAt', { time: format.time(block.until) });
  return (
    <div className="waiting-bar holds-bar">
      <p dir="auto">
        {account && <bdi>{t('uploads.uploadsWait', { account: account.name })}</bdi>} {block.failure.message}{' '}
        {again}
      </p>
      <div className="button-line">
        <Button disabled={release.isPending} onClick={() => release.mutate({ accountId: block.accountId })}>
          {t('common.retry')}
        </Button>
        {account && block.failure.remedy === 'sign-in' && (
          <Button onClick={() => app.dialog.set({ kind: 'account', account })}>{t('uploads.signIn')}</Button>
        )}
      </div>
      {release.error && <InlineFailure error={release.error} />}
    </div>
  );
}

type Props = {
  readonly more?: string;
};

export function NetworkBar({ more }: Props) {
  const waiting = useStore(useApp().waiting);
  return (
    <div role="status">
      {waiting !== null && <p className="waiting-bar">{[waiting.message, more].filter(Boolean).join(' ')}</p>}
    </div>
  );
}
