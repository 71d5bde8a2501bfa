import { CodedError } from '../../../base/errors.ts';
import type { Desk } from '../../../bridge/door/desk.ts';
import { visit } from '../../../bridge/door/desk.ts';
import { cliErrors } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { version } from '../../places.ts';
import { type Context, withOwnCore } from '../../run/context.ts';
import { deskOf } from '../../run/queue-client.ts';

/** Runs what a command does, once its words are understood. */
export type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

type Work = (desk: Desk) => Promise<ExitCode>;

/**
 * For a command about how the built-in service is set: with a core of one's own, or the one that owns the data folder.
 * Throws `cli/serviceInUse` when that one lets nobody in.
 */
export async function withServiceFolder(context: Context, work: Work): Promise<ExitCode> {
  return atEitherDesk(context, work, work);
}

/**
 * For a command about what the service keeps. A Slipway that owns the data folder is asked as it is; otherwise the
 * service runs for this command, and the application finds it switched on or off as it was.
 */
export async function withService(context: Context, work: Work): Promise<ExitCode> {
  return atEitherDesk(context, work, async (desk, startService) => {
    await startService();
    return work(desk);
  });
}

async function atEitherDesk(
  context: Context,
  atTheirs: Work,
  atOwn: (desk: Desk, startService: () => Promise<unknown>) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await withOwnCore(context, null, ({ core }) =>
      leaving(deskOf(core), (desk) => atOwn(desk, () => core.service.start({ remember: false }))),
    );
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'lock/held') throw error;
    const desk = await visit(context.dataDir, version());
    if (!desk) throw cliErrors.serviceInUse({ folder: context.dataDir }, { cause: error });
    return leaving(desk, atTheirs);
  }
}

async function leaving(desk: Desk, work: Work): Promise<ExitCode> {
  try {
    return await work(desk);
  } finally {
    desk.leave();
  }
}
