import type { HostAbilities } from '../../bridge/host-abilities.ts';
import { unavailableAbilities } from '../../bridge/unavailable-abilities.ts';
import { cliErrors } from '../errors.ts';
import { version } from '../paths.ts';

const systems: Readonly<Partial<Record<NodeJS.Platform, HostAbilities['info']['operatingSystem']>>> = {
  darwin: 'mac',
  win32: 'windows',
};

/** Returns the abilities of a terminal host. Calls that need a desktop throw `cli/noDesktop`. */
export function terminalHost(): HostAbilities {
  const refuse = async (): Promise<never> => {
    throw cliErrors.noDesktop({});
  };
  return {
    info: {
      version: version(),
      host: 'terminal',
      hostReason: null,
      operatingSystem: systems[process.platform] ?? 'linux',
    },
    copyText: refuse,
    openLink: refuse,
    showInFolder: refuse,
    openFile: refuse,
    chooseFolder: async () => null,
    chooseCertificates: async () => [],
    popUpMenu: async () => null,
    setCommands: async () => {},
    onShow: () => () => {},
    ...unavailableAbilities(version(), () => cliErrors.noDesktop({})),
  };
}
