import { app } from 'electron';
import { type OpenRequest, requestArguments } from './start-arguments.ts';

export function relaunch(request: OpenRequest): void {
  const script = app.isPackaged ? [] : process.argv.slice(1, 2);
  const folder = process.argv.filter((word) => word.startsWith('--user-data-dir='));
  // The executable of an AppImage is on a mount that disappears with the process.
  const image = process.env['APPIMAGE'];
  app.relaunch({
    args: [...script, ...folder, ...requestArguments(request)],
    ...(image === undefined ? {} : { execPath: image }),
  });
  app.exit(0);
}
