import type { SendBody } from '../../api/wire.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import { textOf } from '../../messages/text.ts';
import type { People } from '../../service/service-view.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { isOfNetwork } from '../../uploads/upload-view.ts';
import type { TargetOptions } from '../options/options.ts';
import { resolveRecipients } from '../options/recipients.ts';
import type { Context } from '../run/context.ts';
import { patientlyAsQueue, throughNetwork } from '../run/retry.ts';
import { plainText } from '../terminal/format.ts';
import { unlessInterrupted } from '../terminal/interrupt.ts';

/**
 * Signs in and finds out who is to be told, so that a wrong password, address or name is said at once and nothing waits
 * in the queue for it. What may pass is tried again as the queue would; a network that is gone keeps nothing from being
 * queued but what is to be sent to names, which only the service knows. `endless`: however long it is gone; `mustReach`: one
 * that is gone is an error; `onlyRefusals`: only a refused sign-in is one, everything else is left to the queue.
 */
export async function prepareTarget(
  context: Context,
  client: LocalClient,
  account: Account,
  options: TargetOptions & {
    readonly endless: boolean;
    readonly mustReach?: true;
    readonly onlyRefusals?: true;
  },
): Promise<SendBody> {
  const prepare = async (): Promise<SendBody> => {
    if (account.kind === 'built-in') await client.call('service.start', {});
    let isReached = true;
    const signIn = () => client.call('accounts.signIn', { id: account.id });
    await (options.onlyRefusals ? signIn() : patientlyAsQueue(context, signIn)).catch((error: unknown) => {
      const failure = toFailure(error);
      const isLeftToQueue = options.onlyRefusals ? !isRefusal(failure) : isOfNetwork(failure);
      if (options.mustReach || !isLeftToQueue) throw error;
      isReached = false;
      context.terminal.note(`${plainText(textOf(failure))} Signing in is tried again with the builds.`);
    });
    const ask = async (listedOnly: boolean): Promise<People> =>
      listedOnly && !isReached
        ? { teams: [], members: [] }
        : throughNetwork(
            context,
            () => client.call('apps.people', { accountId: account.id, listedOnly }),
            options,
          );
    return resolveRecipients(ask, options, account.kind === 'built-in');
  };
  return unlessInterrupted(context.interrupt, prepare());
}

/** True unless it is trouble of the network or of the service, which may pass. */
function isRefusal({ code, remedy }: Failure): boolean {
  return !code.startsWith('api/') || remedy === 'sign-in' || remedy === 'check-input';
}
