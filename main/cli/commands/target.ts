import type { Account, Core, SendBody } from '../../core.ts';
import type { Context } from '../context.ts';
import { unlessInterrupted } from '../interrupt.ts';
import type { TargetOptions } from '../options.ts';
import { resolveRecipients } from '../recipients.ts';

/**
 * Signs in and finds out who is to be told, so that a wrong password, address or name is said at once and nothing waits
 * in the queue for it.
 */
export async function prepareTarget(
  { interrupt }: Context,
  core: Core,
  account: Account,
  options: TargetOptions,
): Promise<SendBody> {
  const prepare = async (): Promise<SendBody> => {
    if (account.kind === 'built-in') await core.service.start();
    await core.accounts.signIn(account.id);
    return resolveRecipients(core, account.id, options);
  };
  return unlessInterrupted(interrupt, prepare());
}
