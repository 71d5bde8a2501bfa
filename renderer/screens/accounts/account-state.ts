import type { AccountView, ServiceStatus } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

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

export const accountState = ({ kind, session }: AccountView, service: ServiceStatus): AccountState =>
  kind === 'built-in' && service.state !== 'running'
    ? serviceState(service)
    : { dot: sessionDots[session], words: t(`accounts.session.${session}`) };
