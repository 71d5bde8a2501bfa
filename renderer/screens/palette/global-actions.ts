import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useAccounts, useApp, useUploadList } from '../../state/app-state.ts';
import { callMain } from '../../state/data/calls.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { useStore } from '../../state/store.ts';
import { useStoreActions } from '../store/store-actions.ts';

export function useGlobalActions(): readonly Action[] {
  return [
    ...useUploadsActions(),
    ...useStoreActions(),
    ...useHelpActions(),
    ...useAccountActions(),
    ...useServiceActions(),
    ...useSettingsActions(),
  ];
}

function useHelpActions(): readonly Action[] {
  const { dialog } = useApp();
  return [
    {
      id: 'help.shortcuts',
      label: t('help.shortcuts'),
      hint: t('common.screen.help'),
      synonyms: t('palette.synonyms.shortcuts'),
      icon: 'question',
      run: () => dialog.set({ kind: 'shortcuts' }),
    },
  ];
}

function useAccountActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const accounts = useAccounts();
  const of = { hint: t('accounts.accounts'), icon: 'person' as const };
  return [
    {
      id: 'accounts.add',
      label: t('accounts.add'),
      ...of,
      run: () => app.dialog.set({ kind: 'account', account: null }),
    },
    ...accounts.flatMap((account): readonly Action[] => {
      const { id, name } = account;
      const edit = (): void => app.dialog.set({ kind: 'account', account });
      const signIn = (): unknown =>
        account.hasSecrets ? callMain(bridge, 'accounts.signIn', { id }) : edit();
      return [
        ...(account.active
          ? []
          : [
              {
                id: `accounts.use ${id}`,
                label: t('palette.chooseAccount', { name }),
                ...of,
                run: () => callMain(bridge, 'accounts.use', { id }),
              },
            ]),
        ...(account.session === 'signed-in'
          ? []
          : [{ id: `accounts.sign-in ${id}`, label: t('palette.signIn', { name }), ...of, run: signIn }]),
        ...(account.kind === 'built-in'
          ? []
          : [{ id: `accounts.edit ${id}`, label: t('palette.editAccount', { name }), ...of, run: edit }]),
      ];
    }),
  ];
}

function useServiceActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const { running, url } = useStore(app.service);
  const start = async (): Promise<void> => app.service.set(await callMain(bridge, 'service.start', {}));
  const stop = async (): Promise<void> => app.service.set(await callMain(bridge, 'service.stop', {}));
  const of = { hint: t('accounts.service'), icon: 'service' as const };
  const { setUpMail, openExposure } = useNextActions();
  return [
    {
      id: 'service.mail',
      label: t('uploads.setUpMail'),
      ...of,
      synonyms: t('palette.synonyms.mail'),
      icon: 'mail',
      run: setUpMail,
    },
    {
      id: 'service.exposure',
      label: t('uploads.makeReachable'),
      ...of,
      synonyms: t('palette.synonyms.exposure'),
      run: openExposure,
    },
    {
      id: 'service.sample',
      label: t('uploads.sample'),
      ...of,
      synonyms: t('palette.synonyms.sample'),
      run: async () => {
        app.screen.goTo('uploads');
        await callMain(bridge, 'service.sendSample', {});
      },
    },
    running
      ? { id: 'service.stop', label: t('palette.stopService'), ...of, run: stop }
      : { id: 'service.start', label: t('palette.startService'), ...of, run: start },
    ...(url === null
      ? []
      : [
          {
            id: 'service.copy-address',
            label: t('palette.copyServiceAddress'),
            ...of,
            run: () => callMain(bridge, 'app.copyText', { text: url }),
          },
        ]),
  ];
}

function useSettingsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const hint = t('common.screen.settings');
  return [
    {
      id: 'settings.first-steps',
      label: t('first-steps.again'),
      hint,
      icon: 'settings',
      run: async () => {
        await callMain(bridge, 'settings.set', { onboarding: 'open' });
        app.screen.goTo('uploads');
      },
    },
    {
      id: 'diagnostics.open-log',
      label: t('settings.diagnostics.openLog'),
      hint,
      icon: 'settings',
      run: () => callMain(bridge, 'diagnostics.openLog', {}),
    },
  ];
}

function useUploadsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const paused = useStore(app.paused);
  const failed = useUploadList().filter(({ state }) => state === 'failed');
  const hint = t('common.screen.uploads');
  return [
    {
      id: 'uploads.pause-all',
      label: paused ? t('uploads.resumeAll') : t('uploads.pauseAll'),
      hint,
      synonyms: t('palette.synonyms.pause'),
      icon: paused ? 'play' : 'paused',
      run: () => callMain(bridge, 'uploads.setPaused', { paused: !paused }),
    },
    ...(failed.length === 0
      ? []
      : [
          {
            id: 'uploads.retry-failed',
            label: t('palette.retryFailed'),
            hint,
            synonyms: t('palette.synonyms.failedUploads'),
            icon: 'uploads' as const,
            run: () => Promise.all(failed.map(({ id }) => callMain(bridge, 'uploads.retry', { id }))),
          },
        ]),
  ];
}
