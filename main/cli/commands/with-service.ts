import type { Core } from '../../core.ts';
import { type Context, withOwnCore } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';

/** Runs what a command does, once its words are understood. */
export type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** The service for one command; left switched on or off for the application as it was. */
export async function withService(
  context: Context,
  work: (core: Core) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withOwnCore(context, null, async ({ core }) => {
    const wasEnabled = core.settings.get().builtInService.enabled;
    await core.service.start();
    try {
      return await work(core);
    } finally {
      await core.service.stop({ remember: !wasEnabled });
    }
  });
}
