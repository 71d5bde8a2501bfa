import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AccountView } from '../../preload/page.ts';
import { t } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { Empty, Loading } from '../parts/empty.tsx';
import { InlineFailure } from '../parts/failure.tsx';
import { useApp, useFormat } from '../state/app-state.ts';
import { failureOf, invalidate, isNetworkFailure } from '../state/data/calls.ts';
import { useStartService } from '../state/data/service-data.ts';
import { useStore } from '../state/store.ts';

type Answer = Pick<UseQueryResult, 'error' | 'isFetching' | 'isPending' | 'dataUpdatedAt' | 'refetch'>;
type Props = { readonly account: AccountView; readonly answer: Answer };

/** Status of a query: offline, the error with its remedy, or a spinner. */
export function QueryState({ account, answer }: Props) {
  const format = useFormat();
  const waiting = useStore(useApp().waiting);
  const isOffline = account.kind !== 'built-in' && waiting?.code === 'core/offline';
  const { dataUpdatedAt } = answer;
  const readAt = dataUpdatedAt === 0 ? null : format.moment(dataUpdatedAt, Date.now());
  return (
    <>
      <div role="status" className={isOffline && readAt === null ? 'out-of-reach' : ''}>
        {isOffline &&
          (readAt === null ? (
            <Empty
              drawing="service"
              title={t('common.offline.nothingTitle')}
              text={t('common.offline.nothing')}
            />
          ) : (
            <p className="waiting-bar">{t('common.offline.shown', { when: readAt })}</p>
          ))}
      </div>
      {!isOffline && <Failed account={account} answer={answer} readAt={readAt} />}
      {answer.isPending && <Loading />}
    </>
  );
}

type FailedProps = Props & {
  readonly readAt: string | null;
};

function Failed({ account, answer, readAt }: FailedProps) {
  const app = useApp();
  const service = useStore(app.service);
  const error = useLastError(answer);
  const isUnreachable = isNetworkFailure(error);
  useCheckAgain(account, isUnreachable);
  if (!error) return null;
  if (account.kind === 'built-in' && !service.running) {
    return <StoppedService />;
  }
  const retry = (
    <Button disabled={answer.isFetching} onClick={() => void answer.refetch()}>
      {t('common.retry')}
    </Button>
  );
  if (isUnreachable && readAt === null) {
    return (
      <div role="alert" className="out-of-reach" title={failureOf(error).message}>
        <Empty
          drawing="service"
          title={t('common.outOfReachTitle', { account: account.name })}
          text={t('common.triedAgain')}
        >
          {retry}
        </Empty>
      </div>
    );
  }
  const hints = [
    ...(readAt === null ? [] : [t('common.shownFrom', { when: readAt })]),
    ...(isUnreachable ? [t('common.triedAgain')] : []),
  ];
  return (
    <div className="screen-failure">
      <InlineFailure
        error={error}
        {...(isUnreachable ? { summary: t('common.outOfReach', { account: account.name }) } : {})}
        quiet={isUnreachable}
        hint={hints.join(' ')}
      >
        {account.session === 'sign-in-needed' && (
          <Button onClick={() => app.dialog.set({ kind: 'account', account })}>{t('accounts.signIn')}</Button>
        )}
        {retry}
      </InlineFailure>
    </div>
  );
}

/** Updates the status dot of the account when its service becomes unreachable or reachable. */
function useCheckAgain({ baseUrl }: AccountView, isUnreachable: boolean): void {
  const queries = useQueryClient();
  const before = useRef(false);
  useEffect(() => {
    if (before.current === isUnreachable) return;
    before.current = isUnreachable;
    invalidate(queries, ['network.check'], { address: baseUrl });
  }, [queries, baseUrl, isUnreachable]);
}

function StoppedService() {
  const start = useStartService();
  return (
    <Empty drawing="service" title={t('accounts.serviceStoppedTitle')} text={t('accounts.serviceStopped')}>
      {start.error && <InlineFailure error={start.error} />}
      <Button variant="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
        {t('accounts.startService')}
      </Button>
    </Empty>
  );
}

function useLastError({ error, isPending }: Answer): Error | null {
  const before = useRef<Error | null>(null);
  const last = error ?? (isPending ? before.current : null);
  useEffect(() => {
    before.current = last;
  });
  return last;
}

type ReadFailureProps = {
  readonly answer: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  readonly announce?: boolean;
  readonly children?: ReactNode;
};

export function ReadFailure({ answer, announce = true, children }: ReadFailureProps) {
  if (!answer.error) return null;
  return (
    <InlineFailure error={answer.error} announce={announce}>
      <Button disabled={answer.isFetching} onClick={() => void answer.refetch()}>
        {t('common.retry')}
      </Button>
      {children}
    </InlineFailure>
  );
}

export function ListFailure({ answer }: Pick<ReadFailureProps, 'answer'>) {
  return (
    answer.error && (
      <div className="screen-failure">
        <ReadFailure answer={answer} />
      </div>
    )
  );
}
