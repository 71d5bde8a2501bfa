/** Commands of a version, for its row, its drawer and the palette. */
import type { VersionView } from '../../../preload/page.ts';
import { mailedCount } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useApp, useIsBuiltIn } from '../../state/app-state.ts';
import { CallFailed, callMain } from '../../state/data/calls.ts';
import type { ActiveSwitch } from './active-switch.ts';

type VersionVerb = 'send' | 'activate' | 'deactivate' | 'copyLink' | 'openLink' | 'editNote' | 'remove';

export type VersionCommand = Action & { readonly verb: VersionVerb };

export const nameOfVersion = ({ applicationName, version }: VersionView): string =>
  `${applicationName} ${version}`;

export const sendLabel = ({ mail }: VersionView): string =>
  mailedCount(mail) > 0 ? t('apps.sendAgain') : t('apps.send');

/** Returns a function that lists the commands of a version, in the order of its menu. */
export function useVersionCommands(
  accountId: string,
  active: ActiveSwitch,
): (version: VersionView) => readonly VersionCommand[] {
  const app = useApp();
  const isBuiltIn = useIsBuiltIn(accountId);
  const { bridge } = app.connection;
  const linkOf = async ({ id }: VersionView): Promise<string> => {
    const url = await callMain(bridge, 'apps.installLink', { accountId, versionId: id });
    if (url !== null) return url;
    throw new CallFailed({ code: 'renderer/no-install-link', message: t('apps.noLink'), remedy: 'none' });
  };
  return (version) => {
    const command = (
      verb: VersionVerb,
      label: string,
      run: () => unknown,
      more: Pick<Action, 'command' | 'icon'> = {},
    ): VersionCommand => ({ id: `apps.${verb}`, verb, label, hint: nameOfVersion(version), run, ...more });
    const send = (): void => app.dialog.set({ kind: 'send', accountId, version });
    const remove = (): void => app.dialog.set({ kind: 'remove-versions', accountId, versions: [version] });
    const copyLink = async () => callMain(bridge, 'app.copyText', { text: await linkOf(version) });
    const openLink = async () => callMain(bridge, 'app.openLink', { url: await linkOf(version) });
    const editNote = (): void => app.dialog.set({ kind: 'note', version });
    const setActive = (to: boolean) => () => active.set([version], to);
    return [
      command('send', sendLabel(version), send, { command: 'send', icon: 'mail' }),
      version.isActive
        ? command('deactivate', t('apps.deactivate'), setActive(false), { icon: 'cancelled' })
        : command('activate', t('apps.activate'), setActive(true), { command: 'activate', icon: 'check' }),
      command('copyLink', t('apps.copyLink'), copyLink, { command: 'copyLink', icon: 'link' }),
      command('openLink', t('apps.openLink'), openLink, { icon: 'goTo' }),
      ...(isBuiltIn ? [command('editNote', t('apps.editNote'), editNote)] : []),
      command('remove', t('apps.remove'), remove, { command: 'remove', icon: 'close' }),
    ];
  };
}
