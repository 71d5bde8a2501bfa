import type { Desk } from '../../bridge/door/desk.ts';
import type { Account, SendBody } from '../../core.ts';
import type { Context } from '../context.ts';
import { unlessInterrupted } from '../interrupt.ts';
import type { TargetOptions } from '../options.ts';
import { patientlyAsQueue } from '../patience.ts';
import { namesAnybody, resolveRecipients } from '../recipients.ts';

/**
 * Signs in and finds out who is to be told, so that a wrong password, address or name is said at once and nothing waits
 * in the queue for it. What may pass is tried again as the queue would.
 */
export async function prepareTarget(
  context: Context,
  desk: Desk,
  account: Account,
  options: TargetOptions,
): Promise<SendBody> {
  if (namesAnybody(options) && !options.activate)
    context.terminal.note('Nobody is told: only an active version can be sent. Add --activate.');
  const prepare = async (): Promise<SendBody> => {
    if (account.kind === 'built-in') await desk.call('service.start', {});
    await patientlyAsQueue(context, () => desk.call('accounts.signIn', { id: account.id }));
    const ask = () => patientlyAsQueue(context, () => desk.call('apps.people', { accountId: account.id }));
    return resolveRecipients(ask, options, account.kind === 'built-in');
  };
  return unlessInterrupted(context.interrupt, prepare());
}
