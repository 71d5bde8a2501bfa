import type { Api } from '../../api/client.ts';
import { isAbort, toFailure } from '../../base/errors.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { coreErrors } from '../errors.ts';
import { type ConnectionPlace, type ConnectionReport, connectionPart, mayBeMode } from './connection-part.ts';

/** Returns the first failure of sign-in and service. Throws errors that are not about the connection. */
export async function testConnection(
  account: Account,
  open: (account: Account) => Pick<Api, 'signIn' | 'root' | 'close'>,
): Promise<ConnectionReport> {
  const api = open(account);
  try {
    const signIn = await attempt('sign-in', () => api.signIn());
    if (signIn !== null) return { wrong: signIn };
    const service = await attempt('service', () => api.root());
    if (service === null || !mayBeMode(service.failure)) return { wrong: service };
    const other = otherMode(account.mode);
    if (!(await works(open({ ...account, mode: other })))) return { wrong: service };
    const failure = toFailure(
      coreErrors.otherMode({ plain: account.mode === 'plain', said: service.failure }),
    );
    return { wrong: { at: 'service', part: 'mode', failure } };
  } finally {
    await api.close();
  }
}

const otherMode = (mode: Account['mode']): Account['mode'] => (mode === 'plain' ? 'link' : 'plain');

async function attempt(at: ConnectionPlace, act: () => Promise<unknown>): Promise<ConnectionReport['wrong']> {
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

async function works(api: Pick<Api, 'root' | 'close'>): Promise<boolean> {
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
