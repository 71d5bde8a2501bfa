/** Offers to move a copy that runs from its disk image, where updates and the login item do not work. */
import type { App } from 'electron';

export type Movable = Pick<App, 'isInApplicationsFolder' | 'moveToApplicationsFolder'>;

export type MoveOptions = {
  readonly app: Movable & Pick<App, 'isPackaged'>;
  readonly platform: NodeJS.Platform;
  readonly program: string;
  readonly ask: () => Promise<boolean>;
  readonly onFailure: (reason: unknown) => Promise<void>;
};

/** Offers to move to Applications. If moved, returns true: the moved copy starts and this process ends. */
export async function offerMove({ app, platform, program, ask, onFailure }: MoveOptions): Promise<boolean> {
  if (
    platform !== 'darwin' ||
    !app.isPackaged ||
    !runsOutsideApplications(program) ||
    app.isInApplicationsFolder()
  )
    return false;
  if (!(await ask())) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    await onFailure(error);
    return false;
  }
}

/** Returns true for a program on a disk image, or for a download that macOS runs translocated. */
export const runsOutsideApplications = (program: string): boolean =>
  /^\/Volumes\/|\/AppTranslocation\//.test(program);
