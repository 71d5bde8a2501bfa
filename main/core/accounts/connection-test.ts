import type { Api } from '../../api/client.ts';
import { isAbort, toFailure } from '../../base/errors.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { coreErrors } from '../errors.ts';
import {
  type ConnectionReport,
  type ConnectionTarget,
  connectionPart,
  suggestsOtherMode,
} from './connection-part.ts';

/** Returns the first failure of sign-in and service. Throws errors that are not about the connection. */
export async function testConnection(
  account: Account,
  open: (account: Account) => Pick<Api, 'signIn' | 'root' | 'close'>,
): Promise<ConnectionReport> {
  const api = open(account);
  try {
    const signIn = await failureOf('sign-in', () => api.signIn());
    if (signIn !== null) return { problem: signIn };
    const service = await failureOf('service', () => api.root());
    if (service === null || !suggestsOtherMode(service.failure)) return { problem: service };
    const other = otherMode(account.mode);
    if (!(await isReachable(open({ ...account, mode: other })))) return { problem: service };
    const failure = toFailure(
      coreErrors.wrongMode({ plain: account.mode === 'plain', reason: service.failure }),
    );
    return { problem: { at: 'service', part: 'mode', failure } };
  } finally {
    await api.close();
  }
}

const otherMode = (mode: Account['mode']): Account['mode'] => (mode === 'plain' ? 'link' : 'plain');

async function failureOf(
  at: ConnectionTarget,
  act: () => Promise<unknown>,
): Promise<ConnectionReport['problem']> {
  try {
    await act();
    return null;
  } catch (error) {
    const failure = toFailure(error);
    const part = connectionPart(failure.code);
    if (part === null) throw error;
    return { at, part, failure };
  }
}

async function isReachable(api: Pick<Api, 'root' | 'close'>): Promise<boolean> {
  try {
    await api.root();
    return true;
  } catch (error) {
    if (isAbort(error) || connectionPart(toFailure(error).code) === null) throw error;
    return false;
  } finally {
    await api.close();
  }
}
