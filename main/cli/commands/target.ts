import type { SendBody } from '../../api/wire.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import { textOf } from '../../messages/text.ts';
import type { People } from '../../service/service-view.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { isNetworkFailure } from '../../uploads/upload-view.ts';
import type { TargetOptions } from '../options/options.ts';
import { resolveRecipients } from '../options/recipients.ts';
import type { Context } from '../run/context.ts';
import { withNetworkRetry, withQueueRetry } from '../run/retry.ts';
import { plainText } from '../terminal/format.ts';
import { unlessInterrupted } from '../terminal/interrupt.ts';

/**
 * Signs in and resolves recipients before builds are queued, so that wrong credentials or names fail at once.
 * Without a network, fails only if recipients are given by name. `endless`: waits for the network without
 * limit. `requiresService`: fails without a network. `failOnRefusalOnly`: fails only if the sign-in is
 * refused.
 */
export async function prepareTarget(
  context: Context,
  client: LocalClient,
  account: Account,
  options: TargetOptions & {
    readonly endless: boolean;
    readonly requiresService?: true;
    readonly failOnRefusalOnly?: true;
  },
): Promise<SendBody> {
  const prepare = async (): Promise<SendBody> => {
    if (account.kind === 'built-in') await client.call('service.start', {});
    let isReached = true;
    const signIn = () => client.call('accounts.signIn', { id: account.id });
    await (options.failOnRefusalOnly ? signIn() : withQueueRetry(context, signIn)).catch((error: unknown) => {
      const failure = toFailure(error);
      const isLeftToQueue = options.failOnRefusalOnly ? !isRefusal(failure) : isNetworkFailure(failure);
      if (options.requiresService || !isLeftToQueue) throw error;
      isReached = false;
      context.terminal.note(
        `${plainText(textOf(failure))} Slipway tries again to sign in when it uploads the builds.`,
      );
    });
    const fetchPeople = async (listedOnly: boolean): Promise<People> =>
      listedOnly && !isReached
        ? { teams: [], members: [] }
        : withNetworkRetry(
            context,
            () => client.call('apps.people', { accountId: account.id, listedOnly }),
            options,
          );
    return resolveRecipients(fetchPeople, options, account.kind === 'built-in');
  };
  return unlessInterrupted(context.interrupt, prepare());
}

/** Returns false for network and service errors, which may be transient. */
function isRefusal({ code, remedy }: Failure): boolean {
  return !code.startsWith('api/') || remedy === 'sign-in' || remedy === 'check-input';
}
