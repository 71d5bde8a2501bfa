import { app } from 'electron';
import { type OpenRequest, startWords } from './start-arguments.ts';

/** Ends this process, and starts Slipway anew once it has ended, for what is asked of it. */
export function startAgain(request: OpenRequest): void {
  const script = app.isPackaged ? [] : process.argv.slice(1, 2);
  const folder = process.argv.filter((word) => word.startsWith('--user-data-dir='));
  // Inside of an AppImage the running program lies on a mount that is gone after it.
  const image = process.env['APPIMAGE'];
  app.relaunch({
    args: [...script, ...folder, ...startWords(request)],
    ...(image === undefined ? {} : { execPath: image }),
  });
  app.exit(0);
}
