import { CodedError } from '../../base/errors.ts';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import { cliErrors } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { plainText } from '../terminal/format.ts';
import { builtInService, type CommandContext, type Context } from './context.ts';
import { type ConnectedTo, withBriefClient } from './queue-client.ts';

type Work = (client: LocalClient) => Promise<ExitCode>;

export type DirectoryClient = Pick<LocalClient, 'call'>;

export type RunOnDirectory = (
  work: (context: CommandContext, client: DirectoryClient) => Promise<ExitCode>,
  /** True if `work` creates credentials, which are valid only for this service. */
  isCredential?: boolean,
) => Promise<void>;

/** Runs a command that configures the service. Throws `cli/serviceInUse` if the owner does not respond. */
export function withServiceFolder(context: Context, work: Work): Promise<ExitCode> {
  return withServiceOwner(context, ({ client }) => work(client));
}

/** Runs a command on service data; starts the service temporarily if no process owns the data folder. */
export function withService(context: Context, work: Work): Promise<ExitCode> {
  return withServiceOwner(context, async ({ client, own }) => {
    await own?.core.service.start({ remember: false });
    return work(client);
  });
}

/** Warns if no service has run here: the credentials may be meant for another computer. */
export function warnIfNeverServed(context: Context): void {
  if (builtInService(context) !== null) return;
  context.terminal.note(
    `Warning: no built-in service has run from ${plainText(context.dataDir)} yet. The token or client works only with that service, once “slipway serve” has started it. For a service on another computer, run the command on that computer.`,
  );
}

async function withServiceOwner(
  context: Context,
  work: (at: ConnectedTo) => Promise<ExitCode>,
): Promise<ExitCode> {
  let ended: PromiseSettledResult<ExitCode>;
  try {
    // Settled inside `withBriefClient`, which would otherwise retry a request that may have taken effect.
    [ended] = await withBriefClient(context, (at) => Promise.allSettled([work(at)]));
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'lock/inUse') throw error;
    throw cliErrors.serviceInUse({ folder: context.dataDir }, { cause: error });
  }
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
