import { settingsSections } from '../../logic/place.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/calls.ts';

/** Each part of Settings, and what can be done there without looking. */
export function useSettingsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const hint = t('common.place.settings');
  return [
    ...settingsSections.map((section) => ({
      id: `settings.go ${section}`,
      label: t('settings.go', { section: t(`settings.sections.${section}`) }),
      run: () => app.place.go({ kind: 'settings', section }),
    })),
    {
      id: 'settings.first-steps',
      label: t('first-steps.again'),
      hint,
      run: async () => {
        await ask(bridge, 'settings.set', { firstSteps: 'open' });
        app.place.goTo('uploads');
      },
    },
    {
      id: 'diagnostics.open-log',
      label: t('settings.diagnostics.openLog'),
      hint,
      run: () => ask(bridge, 'diagnostics.openLog', {}),
    },
  ];
}
