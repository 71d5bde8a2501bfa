/** A copy of Slipway that runs from its disk image, where neither updates nor the start at login would work. */
import type { App } from 'electron';

/** Parts of Electron's app that exist on macOS only. */
export type Movable = Pick<App, 'isInApplicationsFolder' | 'moveToApplicationsFolder'>;

export type MoveOptions = {
  readonly app: Movable & Pick<App, 'isPackaged'>;
  readonly platform: NodeJS.Platform;
  /** The running program. */
  readonly program: string;
  /** True when the person wants it moved. */
  readonly ask: () => Promise<boolean>;
  /** It could not be moved, for the reason macOS gives. */
  readonly onFailure: (reason: unknown) => Promise<void>;
};

/** Offers to move to Applications. True when it was moved: then this process is ending, and the moved one starts. */
export async function offerMove({ app, platform, program, ask, onFailure }: MoveOptions): Promise<boolean> {
  if (platform !== 'darwin' || !app.isPackaged || !runsAside(program) || app.isInApplicationsFolder())
    return false;
  if (!(await ask())) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    await onFailure(error);
    return false;
  }
}

/** On a disk image, or where macOS runs a download that was never moved (translocated). */
export const runsAside = (program: string): boolean => /^\/Volumes\/|\/AppTranslocation\//.test(program);
