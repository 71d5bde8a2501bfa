import type { AccountView, AddressCheck, ServiceStatus } from '../../../preload/page.ts';
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

/** `problem` is why the address of another service cannot be reached now; null if it can, or is not known. */
export function accountState(
  { kind, session }: AccountView,
  service: ServiceStatus,
  problem: AddressCheck['problem'],
): AccountState {
  if (kind === 'built-in' && service.state !== 'running') return serviceState(service);
  if (problem && session !== 'sign-in-needed') {
    const { message: reason } = problem.failure;
    return { dot: 'dot-failed', words: t('accounts.notReachable', { reason }) };
  }
  return { dot: sessionDots[session], words: t(`accounts.session.${session}`) };
}

const checkMs = 60_000;

/** State of an account, whose address is checked once a minute while the page is shown. */
export function useAccountState(account: AccountView): AccountState {
  const service = useStore(useApp().service);
  const check = useCallQuery(
    'network.check',
    { address: account.baseUrl },
    { enabled: account.kind !== 'built-in', staleTime: checkMs, refetchInterval: checkMs },
  );
  return accountState(account, service, check.data?.problem ?? null);
}
