import { CodedError } from '../../base/errors.ts';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import { cliErrors } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { plainText } from '../terminal/format.ts';
import { builtInService, type CommandContext, type Context } from './context.ts';
import { type ConnectedTo, withBriefClient } from './queue-client.ts';

type Work = (client: LocalClient) => Promise<ExitCode>;

/** The calls that commands about people, users and clients need of a client. */
export type DirectoryClient = Pick<LocalClient, 'call'>;

/** As `Run`, for a command about people, users or clients of a service, wherever that is. */
export type RunOnDirectory = (
  work: (context: CommandContext, client: DirectoryClient) => Promise<ExitCode>,
  /** True if the result of `work` is for another program, which needs this service. */
  isCredential?: boolean,
) => Promise<void>;

/**
 * For a command about how the built-in service is set: with a core of one's own, or the one that owns the data folder.
 * Throws `cli/serviceInUse` when that one lets nobody in.
 */
export function withServiceFolder(context: Context, work: Work): Promise<ExitCode> {
  return atService(context, ({ client }) => work(client));
}

/**
 * For a command about what the service keeps. A Slipway that owns the data folder is asked as it is; otherwise the
 * service runs for this command, and the application finds it switched on or off as it was.
 */
export function withService(context: Context, work: Work): Promise<ExitCode> {
  return atService(context, async ({ client, own }) => {
    await own?.core.service.start({ remember: false });
    return work(client);
  });
}

/** For people at the wrong computer: a token or client of this service is of no use elsewhere. */
export function warnIfNeverServed(context: Context): void {
  if (builtInService(context) !== null) return;
  context.terminal.note(
    `Warning: no built-in service has run from ${plainText(context.dataDir)} yet. The token or client is of use only there, once “slipway serve” runs it. For a service on another computer, run the command on that computer.`,
  );
}

async function atService(context: Context, work: (at: ConnectedTo) => Promise<ExitCode>): Promise<ExitCode> {
  let ended: PromiseSettledResult<ExitCode>;
  try {
    // Not begun anew with the next owner when one ends on the way: what was asked for may be done already.
    [ended] = await withBriefClient(context, (at) => Promise.allSettled([work(at)]));
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'lock/held') throw error;
    throw cliErrors.serviceInUse({ folder: context.dataDir }, { cause: error });
  }
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
