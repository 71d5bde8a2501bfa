/** Exit codes, as `help exit-codes` documents them. Their meaning never changes. */
import type { Failure } from '../base/failure.ts';

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  unreachable: 4,
  inUse: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeHelp = `Exit codes:
  0    everything was done
  1    something failed, or a file or a line of it was refused, with the reason
  2    the command was not used rightly: a wrong option, address or name
  3    signing in did not work: wrong or missing user name, password, client id, secret or access token
  4    the service could not be reached, or what answers there is no distribution service
  5    another Slipway is using the data folder
  130  stopped with Ctrl-C before the work was done`;

export const pushExitCodeHelp = `
Exit codes of “slipway push”:
  0    no rule fails; the mapping and the message could be read; the provider accepted the message
  1    a rule fails; the mapping or the message cannot be used; the provider refused it (token gone, limit reached, bad message)
  2    the command was not used rightly
  3    the provider refused the key or the service account
  4    the provider could not be reached, or what answers there is none
  5    “sender keep” and “sender remove”: another Slipway is using the data folder
  130  stopped with Ctrl-C before the work was done`;

/** Exit codes that differ from the default for the error's remedy. */
const byCode: Readonly<Record<string, ExitCode>> = {
  'lock/inUse': exitCodes.inUse,
  'cli/serviceInUse': exitCodes.inUse,
  'cli/accountNotShared': exitCodes.inUse,
  'service/noHost': exitCodes.usage,
  'service/publicUrl': exitCodes.usage,
  'service/certificate': exitCodes.usage,
  'base/cancelled': exitCodes.interrupted,
  'cli/timedOut': exitCodes.failed,
  'settings/invalid': exitCodes.usage,
  'settings/unknownAccount': exitCodes.usage,
  'push/keyNotSaved': exitCodes.usage,
  'api/proxyAddress': exitCodes.unreachable,
};

export function exitCodeOf(failure: Pick<Failure, 'code' | 'remedy'>): ExitCode {
  const override = byCode[failure.code];
  if (override !== undefined) return override;
  if (failure.code.startsWith('cli/')) return exitCodes.usage;
  switch (failure.remedy) {
    case 'sign-in':
      return exitCodes.signIn;
    case 'check-network':
    case 'check-address':
      return exitCodes.unreachable;
    default:
      return exitCodes.failed;
  }
}
