import type { AccountView, ServiceStatus } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

const sessionDots: { readonly [State in AccountView['session']]: string } = {
  'signed-in': 'dot-good',
  'signing-in': 'dot-working',
  'signed-out': 'dot-off',
  'sign-in-needed': 'dot-failed',
};

const serviceDots: { readonly [State in ServiceStatus['state']]: string } = {
  stopped: 'dot-off',
  starting: 'dot-working',
  running: 'dot-good',
  stopping: 'dot-working',
  failed: 'dot-failed',
};

export type AccountState = { readonly dot: string; readonly words: string };

export const serviceState = ({ state }: ServiceStatus): AccountState => ({
  dot: serviceDots[state],
  words: t(`common.serviceState.${state}`),
});

const checkMs = 60_000;

/** Returns the state of an account. Checks its address once a minute while the page is shown. */
export function useAccountState({ baseUrl, kind, session }: AccountView): AccountState {
  const service = useStore(useApp().service);
  const isBuiltIn = kind === 'built-in';
  const check = useCallQuery(
    'network.check',
    { address: baseUrl },
    { enabled: !isBuiltIn, staleTime: checkMs, refetchInterval: checkMs },
  );
  if (isBuiltIn && service.state !== 'running') return serviceState(service);
  const problem = check.data?.problem;
  if (problem && session !== 'sign-in-needed') {
    const { message: reason } = problem.failure;
    return { dot: 'dot-failed', words: t('accounts.notReachable', { reason }) };
  }
  const isReachable = isBuiltIn || problem === null;
  const dot = session === 'signed-out' && isReachable ? 'dot-good' : sessionDots[session];
  return { dot, words: t(`accounts.session.${session}`) };
}
