import { app } from 'electron';
import { type OpenRequest, startWords } from './start-arguments.ts';

export function startAgain(request: OpenRequest): void {
  const script = app.isPackaged ? [] : process.argv.slice(1, 2);
  const folder = process.argv.filter((word) => word.startsWith('--user-data-dir='));
  // The executable of an AppImage is on a mount that disappears with the process.
  const image = process.env['APPIMAGE'];
  app.relaunch({
    args: [...script, ...folder, ...startWords(request)],
    ...(image === undefined ? {} : { execPath: image }),
  });
  app.exit(0);
}
