import { CodedError, type Core } from '../../core.ts';
import { type Context, withOwnCore } from '../context.ts';
import { cliErrors } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';

/** Runs what a command does, once its words are understood. */
export type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** The data folder for a command about the built-in service. Throws `cli/serviceInUse` while a Slipway uses it. */
export async function withServiceFolder(
  context: Context,
  work: (core: Core) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await withOwnCore(context, null, ({ core }) => work(core));
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'lock/held') throw error;
    throw cliErrors.serviceInUse({ folder: context.dataDir }, { cause: error });
  }
}

/** The service for one command; the application finds it switched on or off as it was. */
export async function withService(
  context: Context,
  work: (core: Core) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withServiceFolder(context, async (core) => {
    await core.service.start({ remember: false });
    return work(core);
  });
}
