/** Actions of a version, for the versions of the open application and the newest version of each application. */
import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { callMain } from '../../state/data/calls.ts';
import { useInstallLink } from './version-actions.ts';

export type VersionCommand = Action & { readonly verb: 'send' | 'copyLink' | 'openLink' };

export const nameOfVersion = ({ applicationName, version }: VersionView): string =>
  `${applicationName} ${version}`;

/** Returns a function that lists the actions of a version. */
export function useVersionCommands(accountId: string): (version: VersionView) => readonly VersionCommand[] {
  const app = useApp();
  const link = useInstallLink(accountId);
  const { bridge } = app.connection;
  return (version) => {
    const hint = nameOfVersion(version);
    return [
      {
        id: 'apps.send',
        verb: 'send',
        command: 'send',
        label: t('apps.send'),
        hint,
        icon: 'mail',
        run: () => app.dialog.set({ kind: 'send', accountId, version }),
      },
      {
        id: 'apps.copyLink',
        verb: 'copyLink',
        command: 'copyLink',
        label: t('apps.copyLink'),
        hint,
        icon: 'goTo',
        run: async () => callMain(bridge, 'app.copyText', { text: await link(version) }),
      },
      {
        id: 'apps.openLink',
        verb: 'openLink',
        label: t('apps.openLink'),
        hint,
        icon: 'goTo',
        run: async () => callMain(bridge, 'app.openLink', { url: await link(version) }),
      },
    ];
  };
}
