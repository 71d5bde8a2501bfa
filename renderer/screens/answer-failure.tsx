import type { UseQueryResult } from '@tanstack/react-query';
import type { AccountView } from '../../preload/contract.ts';
import { Button } from '../parts/button.tsx';
import { InlineFailure } from '../parts/failure.tsx';
import { useApp } from '../state/app-state.ts';
import { useAsk } from '../state/calls.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words/accounts.ts';
import { words as common } from '../words/common.ts';

type Props = {
  readonly account: AccountView;
  readonly answer: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
};

/** Why what a service keeps could not be read, above what is still known of it, with the step that helps. */
export function AnswerFailure({ account, answer }: Props) {
  const app = useApp();
  const service = useStore(app.service);
  const start = useAsk('service.start', (status) => app.service.set(status));
  if (!answer.error) return null;
  if (account.kind === 'built-in' && !service.running) {
    const stopped = { code: 'core/serviceStopped', message: words.serviceStopped, remedy: 'retry' } as const;
    return (
      <div className="place-failure">
        <InlineFailure {...(start.error ? { error: start.error } : { failure: stopped })}>
          <Button disabled={start.isPending} onClick={() => start.mutate({})}>
            {words.startService}
          </Button>
        </InlineFailure>
      </div>
    );
  }
  return (
    <div className="place-failure">
      <InlineFailure error={answer.error}>
        {account.session === 'sign-in-needed' && (
          <Button onClick={() => app.dialog.set({ kind: 'account', account })}>{words.signIn}</Button>
        )}
        <Button disabled={answer.isFetching} onClick={() => void answer.refetch()}>
          {common.retry}
        </Button>
      </InlineFailure>
    </div>
  );
}
