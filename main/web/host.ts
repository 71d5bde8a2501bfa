import { dirname } from 'node:path';
import type { AppInfo } from '../../preload/contract.ts';
import type { HostAbilities } from '../bridge/host-abilities.ts';
import { webErrors } from '../bridge/http/errors.ts';
import { notInstalled } from '../bridge/not-installed.ts';
import { openOutside } from './open-outside.ts';

const systems: Readonly<Partial<Record<NodeJS.Platform, AppInfo['operatingSystem']>>> = {
  darwin: 'mac',
  win32: 'windows',
};

/**
 * What the host of a browser tab can do besides the core. Text and links are the browser's own business: the page
 * copies and opens by itself and never asks here.
 */
export function browserHost(version: string, reason: string | null): HostAbilities {
  return {
    info: {
      version,
      host: 'browser',
      hostReason: reason,
      operatingSystem: systems[process.platform] ?? 'linux',
    },
    copyText: async () => {
      throw webErrors.browserCopies({});
    },
    openLink: async () => {
      throw webErrors.browserOpens({});
    },
    showInFolder: async (path) => {
      if (!(await openOutside(dirname(path)))) throw webErrors.noDesktop({ path });
    },
    openFile: async (path) => {
      if (!(await openOutside(path))) throw webErrors.noDesktop({ path });
    },
    chooseFolder: async () => null,
    chooseCertificates: async () => [],
    onShow: () => () => {},
    ...notInstalled(version, () => webErrors.notInTab({})),
  };
}
