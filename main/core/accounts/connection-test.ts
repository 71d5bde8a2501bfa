import type { Api } from '../../api/client.ts';
import { isAbort, toFailure } from '../../base/errors.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { coreErrors } from '../errors.ts';
import {
  type ConnectionPart,
  type ConnectionReport,
  type ConnectionTarget,
  connectionPart,
  suggestsOtherMode,
} from './connection-part.ts';
import { nearbyAddresses } from './nearby-addresses.ts';

type OpenApi = (account: Account) => Pick<Api, 'signIn' | 'root' | 'close'>;

/**
 * Tests an account's connection. If sign-in and API have the same address, but no service is there, tries
 * nearby addresses. Throws errors that do not concern the connection.
 */
export async function testConnection(account: Account, open: OpenApi): Promise<ConnectionReport> {
  const report = await testAddress(account, open);
  const { baseUrl } = account;
  if (account.authUrl !== baseUrl || report.problem?.part !== 'address') return report;
  const redirect = report.problem.failure.values?.['location'];
  for (const address of nearbyAddresses(baseUrl, typeof redirect === 'string' ? redirect : null)) {
    const nearby = await testAddress({ ...account, authUrl: address, baseUrl: address }, open);
    if (nearby.problem === null || isFromService(nearby.problem.part)) return { ...nearby, address };
  }
  return report;
}

/** True if only a distribution service reports this problem, so the address is correct. */
const isFromService = (part: ConnectionPart): boolean => ['client', 'user', 'scope'].includes(part);

/** Tests the sign-in, then the service, and then the other mode if the service's failure suggests it. */
async function testAddress(account: Account, open: OpenApi): Promise<ConnectionReport> {
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
