import { settingsSections } from '../../logic/place.ts';
import type { Action } from '../../state/actions.ts';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/calls.ts';
import { words as common } from '../../words/common.ts';
import { words as firstSteps } from '../../words/first-steps.ts';
import { words } from '../../words/settings.ts';

/** Each part of Settings, and what can be done there without looking. */
export function useSettingsActions(): readonly Action[] {
  const app = useApp();
  const { bridge } = app.connection;
  const hint = common.settings;
  return [
    ...settingsSections.map((section) => ({
      id: `settings.go ${section}`,
      label: words.go(words.sections[section]),
      run: () => app.place.go({ kind: 'settings', section }),
    })),
    {
      id: 'settings.first-steps',
      label: firstSteps.again,
      hint,
      run: async () => {
        await ask(bridge, 'settings.set', { firstSteps: 'open' });
        app.place.goTo('uploads');
      },
    },
    {
      id: 'diagnostics.open-log',
      label: words.diagnostics.openLog,
      hint,
      run: () => ask(bridge, 'diagnostics.openLog', {}),
    },
  ];
}
