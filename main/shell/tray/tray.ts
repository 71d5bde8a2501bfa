import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { assetsDir } from '../paths.ts';
import type { PageEvents } from '../window/page-events.ts';
import { type TrayIcon, type TrayModel, trayFile, trayModel } from './tray-model.ts';
import { followUploads, type UploadsState } from './uploads-feed.ts';

export type TrayActions = {
  open(uploadId: string | null): void;
  chooseBuilds(): void;
  setPaused(paused: boolean): void;
  quit(): void;
};

export type TrayOptions = {
  readonly bridge: PageEvents;
  readonly start: UploadsState;
  readonly words: Translator;
  readonly actions: TrayActions;
  readonly log: Log;
};

/** Shows the icon; the returned function removes it. Logs if the system has no tray. */
export function startTray(options: TrayOptions): () => void {
  const tray = createTray(options.log);
  if (!tray) return () => undefined;
  let shown: TrayModel | null = null;

  const draw = ({ uploads, paused, blocks }: UploadsState): void => {
    const model = trayModel(uploads, paused, blocks, options.words);
    if (model.icon !== shown?.icon) tray.setImage(trayImage(model.icon));
    if (model.detail !== shown?.detail) tray.setToolTip(`Slipway: ${model.detail}`);
    if (menuChanged(model, shown)) {
      tray.setContextMenu(Menu.buildFromTemplate(trayMenu(model, options.actions, options.words)));
    }
    shown = model;
  };
  const stop = followUploads(options.bridge, options.start, draw);
  // On macOS, a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', () => options.actions.open(null));
  draw(options.start);
  return () => {
    stop();
    tray.destroy();
  };
}

/** Setting a menu closes it while open on some systems, so it is only set after a change. */
function menuChanged(model: TrayModel, shown: TrayModel | null): boolean {
  const content = (of: TrayModel | null): string => JSON.stringify([of?.status, of?.builds, of?.paused]);
  return content(model) !== content(shown);
}

function createTray(log: Log): Tray | null {
  try {
    return new Tray(trayImage('idle'));
  } catch (error) {
    log.warn('This system shows no tray icon', { failure: toFailure(error) });
    return null;
  }
}

function trayImage(icon: TrayIcon) {
  return nativeImage.createFromPath(join(assetsDir(), 'tray', trayFile(icon, process.platform)));
}

export function trayMenu(
  model: TrayModel,
  actions: TrayActions,
  { translate }: Translator = translatorOf('en'),
): MenuItemConstructorOptions[] {
  const builds = model.builds.map((build) => ({
    label: menuText(build.label),
    click: () => actions.open(build.id),
  }));
  return [
    { label: menuText(model.status), enabled: false },
    { type: 'separator' },
    ...builds,
    ...(builds.length > 0 ? [{ type: 'separator' } as const] : []),
    {
      label: model.paused ? translate('tray/resume') : translate('tray/pause'),
      click: () => actions.setPaused(!model.paused),
    },
    { label: translate('tray/upload'), click: () => actions.chooseBuilds() },
    { label: translate('tray/open'), click: () => actions.open(null) },
    { type: 'separator' },
    { label: translate('tray/quit'), click: () => actions.quit() },
  ];
}

/** Escapes ampersands, which mark mnemonics, and shortens long names. */
function menuText(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return short.replaceAll('&', '&&');
}
