/** Builds that come from outside the window: opened with Slipway, dropped on its icon, chosen in a dialog. */
import type { CallArguments } from '../../preload/contract.ts';
import type { BridgeHost } from '../bridge/bridge.ts';
import { type AccountView, type Failure, noRecipients, toFailure } from '../core.ts';
import { shellErrors } from './errors.ts';

/**
 * Queues the files for the account in use: test distribution, switched on, nobody told. Null when all are queued; the
 * reason otherwise, and then none is.
 */
export async function uploadIncoming(
  bridge: Pick<BridgeHost, 'call'>,
  paths: readonly string[],
): Promise<Failure | null> {
  const accounts = await bridge.call('accounts.list', {});
  if (!accounts.ok) return accounts;
  const account = (accounts.value as readonly AccountView[]).find((candidate) => candidate.active);
  if (!account) return toFailure(shellErrors.noAccount({}));
  const values: CallArguments<'uploads.add'> = {
    paths: [...paths],
    accountId: account.id,
    area: 'testingdist',
    activate: true,
    recipients: noRecipients,
  };
  const added = await bridge.call('uploads.add', values);
  return added.ok ? null : added;
}
