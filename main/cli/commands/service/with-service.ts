import { CodedError } from '../../../base/errors.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import { connectToOwner } from '../../../bridge/local/local-client.ts';
import { cliErrors } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { version } from '../../paths.ts';
import { type CommandContext, type Context, withOwnCore } from '../../run/context.ts';
import { clientOf } from '../../run/queue-client.ts';

type Work = (client: LocalClient) => Promise<ExitCode>;

/** The calls that commands about people, users and clients need of a client. */
export type DirectoryClient = Pick<LocalClient, 'call'>;

/** As `Run`, for a command about people, users or clients of a service, wherever that is. */
export type RunOnDirectory = (
  work: (context: CommandContext, client: DirectoryClient) => Promise<ExitCode>,
) => Promise<void>;

/**
 * For a command about how the built-in service is set: with a core of one's own, or the one that owns the data folder.
 * Throws `cli/serviceInUse` when that one lets nobody in.
 */
export async function withServiceFolder(context: Context, work: Work): Promise<ExitCode> {
  return atEitherCore(context, work, work);
}

/**
 * For a command about what the service keeps. A Slipway that owns the data folder is asked as it is; otherwise the
 * service runs for this command, and the application finds it switched on or off as it was.
 */
export async function withService(context: Context, work: Work): Promise<ExitCode> {
  return atEitherCore(context, work, async (client, startService) => {
    await startService();
    return work(client);
  });
}

async function atEitherCore(
  context: Context,
  atTheirs: Work,
  atOwn: (client: LocalClient, startService: () => Promise<unknown>) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await withOwnCore(context, null, ({ core }) =>
      leaving(clientOf(core), (client) => atOwn(client, () => core.service.start({ remember: false }))),
    );
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'lock/held') throw error;
    const client = await connectToOwner(context.dataDir, version());
    if (!client) throw cliErrors.serviceInUse({ folder: context.dataDir }, { cause: error });
    return leaving(client, atTheirs);
  }
}

async function leaving(client: LocalClient, work: Work): Promise<ExitCode> {
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
