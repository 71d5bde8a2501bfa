import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { ServiceStatus } from '../../../preload/page.ts';
import { toFailure } from '../../base/errors.ts';
import type { Log } from '../../base/log/log.ts';
import { type Translator, translatorOf } from '../../messages/translator.ts';
import { assetsDir } from '../paths.ts';
import type { PageEvents } from '../window/page-events.ts';
import {
  serviceLine,
  type TrayBuild,
  type TrayIcon,
  type TrayModel,
  trayFile,
  trayModel,
} from './tray-model.ts';
import { followUploads, type UploadsState } from './uploads-feed.ts';

export type TrayActions = {
  open(uploadId: string | null): void;
  chooseBuilds(): void;
  /** Queues files that were dropped on the icon. */
  uploadFiles(paths: readonly string[]): void;
  copyLink(link: string): void;
  retry(uploadId: string): void;
  showService(): void;
  showSettings(): void;
  setPaused(paused: boolean): void;
  quit(): void;
};

export type TrayOptions = {
  readonly bridge: PageEvents;
  readonly start: UploadsState;
  readonly service: ServiceStatus;
  readonly words: Translator;
  readonly actions: TrayActions;
  readonly log: Log;
};

/** Shows the icon; the returned function removes it. Logs if the system has no tray. */
export function startTray(options: TrayOptions): () => void {
  const tray = createTray(options.log);
  if (!tray) return () => undefined;
  let shown: TrayModel | null = null;
  let service = serviceLine(options.service, options.words);

  const setMenu = (model: TrayModel): void => {
    const template = trayMenu(model, service, options.actions, options.words);
    tray.setContextMenu(Menu.buildFromTemplate(template));
  };
  const draw = ({ uploads, paused, blocks }: UploadsState): void => {
    const model = trayModel(uploads, paused, blocks, options.words);
    if (model.icon !== shown?.icon) tray.setImage(trayImage(model.icon));
    if (model.detail !== shown?.detail) tray.setToolTip(`Slipway: ${model.detail}`);
    if (menuChanged(model, shown)) setMenu(model);
    shown = model;
  };
  const stop = followUploads(options.bridge, options.start, draw);
  const stopService = options.bridge.onEvent((name, value) => {
    if (name !== 'service.changed') return;
    const line = serviceLine(value as ServiceStatus, options.words);
    if (line === service) return;
    service = line;
    if (shown) setMenu(shown);
  });
  // Emitted on macOS only.
  tray.on('drop-files', (_event, paths) => options.actions.uploadFiles(paths));
  // On macOS, a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', () => options.actions.open(null));
  draw(options.start);
  return () => {
    stop();
    stopService();
    tray.destroy();
  };
}

/** Returns true if the menu has changed. Setting it closes an open menu on some systems. */
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
  service: string,
  actions: TrayActions,
  words: Translator = translatorOf('en'),
): MenuItemConstructorOptions[] {
  const { translate } = words;
  const builds = model.builds.map((build) => ({
    label: menuText(build.label),
    submenu: buildMenu(build, actions, words),
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
    { label: menuText(service), click: () => actions.showService() },
    { label: translate('menu/settings'), click: () => actions.showSettings() },
    { type: 'separator' },
    { label: translate('tray/quit'), click: () => actions.quit() },
  ];
}

function buildMenu(
  { id, installLink, canRetry }: TrayBuild,
  actions: TrayActions,
  { translate }: Translator,
): MenuItemConstructorOptions[] {
  return [
    { label: translate('notice/open'), click: () => actions.open(id) },
    ...(canRetry ? [{ label: translate('notice/retry'), click: () => actions.retry(id) }] : []),
    ...(installLink === null
      ? []
      : [
          { label: translate('notice/copyLink'), click: () => actions.copyLink(installLink) },
          { label: translate('tray/showQrCode'), click: () => actions.open(id) },
        ]),
  ];
}

/** Escapes ampersands, which mark mnemonics, and shortens long names. */
function menuText(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return short.replaceAll('&', '&&');
}
