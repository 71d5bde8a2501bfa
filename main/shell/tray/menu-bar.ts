import { join } from 'node:path';
import { app, Menu, shell } from 'electron';
import { menuCommands } from '../../../preload/contract.ts';
import type { Translator } from '../../messages/translator.ts';
import { screenAddress } from '../links.ts';
import { assetsDir, logFile, outputDir } from '../paths.ts';
import type { Services } from '../services.ts';
import { pageEvents } from '../window/page-events.ts';
import { aboutPanel, readProduct } from './about.ts';
import { isEnabled, type MenuActions, type MenuState, menuTemplate } from './menu.ts';

type Forwarded = 'chooseBuilds' | 'setPaused' | 'useAccount' | 'run' | 'showLicenses';

export type MenuBarActions = Pick<MenuActions, Forwarded> & { show(address: string): void };

/** Shows the menu bar and keeps it current. The returned function unsubscribes. */
export function startMenuBar(parts: Services, acts: MenuBarActions, words: Translator): () => void {
  const { host } = parts;
  let shown = '';
  const draw = (): void => {
    const state = currentState(parts, words);
    // Sets the menu only after a change, because setting it closes an open menu on some systems.
    if (JSON.stringify(state) === shown) return;
    shown = JSON.stringify(state);
    const now = { ...state, commands: host.commands() };
    const template = menuTemplate(process.platform, app.isPackaged, actionsOf(parts, acts), now, words);
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  draw();
  const product = readProduct(join(outputDir(), '..'));
  app.setAboutPanelOptions(aboutPanel(product, join(assetsDir(), 'icon.png'), words));
  const stopFollowing = pageEvents(parts).onEvent((name) => {
    if (name === 'accounts.changed' || name === 'uploads.paused') draw();
  });
  const stopEnabling = host.onCommands((commands) => {
    const menu = Menu.getApplicationMenu();
    for (const id of menuCommands) {
      const item = menu?.getMenuItemById(id);
      if (item) item.enabled = isEnabled(id, commands);
    }
  });
  return () => {
    stopFollowing();
    stopEnabling();
  };
}

function currentState({ core }: Services, { translate }: Translator): Omit<MenuState, 'commands'> {
  const { accounts, activeAccountId } = core.settings.get();
  return {
    paused: core.uploads.paused(),
    accounts: accounts.map(({ id, name, kind }) => ({
      ...{ id, active: id === activeAccountId },
      name: kind === 'built-in' ? translate('menu/service') : name,
    })),
  };
}

function actionsOf({ host }: Services, acts: MenuBarActions): MenuActions {
  return {
    ...acts,
    show: (screen) => acts.show(screenAddress(screen)),
    reportProblem: () => acts.show(screenAddress('settings', 'diagnostics', 'supportFile')),
    showLog: () => shell.showItemInFolder(logFile()),
    checkForUpdates:
      host.updates.view().state === 'off' ? null : () => acts.show(screenAddress('settings', 'start')),
  };
}
