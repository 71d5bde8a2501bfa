import { pushTabs } from '../../logic/screen.ts';
import { settingsSections } from '../../logic/settings.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useAccounts, useApp, useUploadList } from '../../state/app-state.ts';
import { callMain } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { useStoreActions } from '../store/store-actions.ts';
import { stateChoices } from '../uploads/state-choice.tsx';

export function useGlobalActions(): readonly Action[] {
  return [
    ...useUploadsActions(),
    ...useStoreActions(),
    ...useDialogActions(),
    ...useAccountActions(),
    ...useServiceActions(),
    ...usePushActions(),
    ...useSettingsActions(),
  ];
}

function useDialogActions(): readonly Action[] {
  const { dialog } = useApp();
  const help = { label: t('help.shortcuts'), hint: t('common.screen.help') };
  return [
    { id: 'help.shortcuts', ...help, run: () => dialog.set({ kind: 'shortcuts' }) },
  ];
}

function useAccountActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const accounts = useAccounts();
  const hint = t('accounts.accounts');
  return [
    {
      id: 'accounts.add',
      label: t('accounts.add'),
      hint,
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
                hint,
                run: () => callMain(bridge, 'accounts.use', { id }),
              },
            ]),
        ...(account.session === 'signed-in'
          ? []
          : [{ id: `accounts.sign-in ${id}`, label: t('palette.signIn', { name }), hint, run: signIn }]),
        ...(account.kind === 'built-in'
          ? []
          : [{ id: `accounts.edit ${id}`, label: t('palette.editAccount', { name }), hint, run: edit }]),
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
  const hint = t('accounts.service');
  return [
    running
      ? { id: 'service.stop', label: t('palette.stopService'), hint, run: stop }
      : { id: 'service.start', label: t('palette.startService'), hint, run: start },
    ...(url === null
      ? []
      : [
          {
            id: 'service.copy-address',
            label: t('palette.copyServiceAddress'),
            hint,
            run: () => callMain(bridge, 'app.copyText', { text: url }),
          },
        ]),
  ];
}

function usePushActions(): readonly Action[] {
  const app = useApp();
  return pushTabs.map((tab) => ({
    id: `push.${tab}`,
    label: t(`push.tabs.${tab}`),
    hint: t('common.screen.push'),
    run: () => {
      app.search.set('');
      app.screen.go({ kind: 'push', tab });
    },
  }));
}

function useSettingsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const hint = t('common.screen.settings');
  return [
    ...settingsSections.map((section) => ({
      id: `settings.go ${section}`,
      label: t('settings.go', { section: t(`settings.sections.${section}`) }),
      run: () => app.screen.go({ kind: 'settings', section }),
    })),
    {
      id: 'settings.first-steps',
      label: t('first-steps.again'),
      hint,
      run: async () => {
        await callMain(bridge, 'settings.set', { onboarding: 'open' });
        app.screen.goTo('uploads');
      },
    },
    {
      id: 'diagnostics.open-log',
      label: t('settings.diagnostics.openLog'),
      hint,
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
      run: () => callMain(bridge, 'uploads.setPaused', { paused: !paused }),
    },
    ...(failed.length === 0
      ? []
      : [
          {
            id: 'uploads.retry-failed',
            label: t('palette.retryFailed'),
            hint,
            run: () => Promise.all(failed.map(({ id }) => callMain(bridge, 'uploads.retry', { id }))),
          },
        ]),
    ...stateChoices().map(([filter, text]) => ({
      id: `uploads.show-${filter}`,
      label: t('palette.showUploads', { which: text }),
      hint,
      run: () => {
        app.search.set('');
        app.stateFilter.set(filter);
        app.screen.goTo('uploads');
      },
    })),
  ];
}
