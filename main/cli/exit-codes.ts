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
  0    success
  1    something failed, or a file or a line was rejected; the output contains the reason
  2    invalid usage: unknown option, or invalid address or name
  3    the sign-in failed: wrong or missing user name, password, client id, secret or access token
  4    the service is unreachable, or the address is not a distribution service
  5    another Slipway process is using the data folder
  130  interrupted with Ctrl-C`;

export const pushExitCodeHelp = `
Exit codes of “slipway push”:
  0    no rule fails; the mapping and the message could be read; the provider accepted the message
  1    a rule fails; the mapping or the message is invalid; the provider rejected the message (token unregistered, limit reached, invalid message)
  2    invalid usage
  3    the provider rejected the key or the service account
  4    the provider is unreachable, or the address is not a push provider
  5    “sender save” and “sender remove”: another Slipway process is using the data folder
  130  interrupted with Ctrl-C`;

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
