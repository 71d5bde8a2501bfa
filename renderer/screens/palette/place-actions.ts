/** Actions that open a screen, one of its tabs, a section of Settings or a filter. */
import { pushTabs, type Screen, serviceTabs } from '../../logic/screen.ts';
import { listSettings, settingsSections } from '../../logic/settings.ts';
import { t } from '../../messages.ts';
import type { Action } from '../../state/actions.ts';
import type { AppState } from '../../state/app-state.ts';
import { lowerScreens, screens } from '../screens.ts';
import { stateChoices } from '../uploads/state-choice.tsx';

export function screenActions(app: AppState): readonly Action[] {
  return [...screens, ...lowerScreens].map(([kind, icon], index) => ({
    id: `go.${kind}`,
    label: t('palette.goTo', { screen: t(`common.screen.${kind}`) }),
    synonyms: t(`palette.synonyms.${kind}`),
    icon,
    ...(kind === 'help'
      ? {}
      : { keys: kind === 'settings' ? { key: ',' } : { key: String(index + 1), windowOnly: true } }),
    run: () => {
      app.search.set('');
      app.screen.goTo(kind);
    },
  }));
}

/** Returns a function that clears the search and opens a screen. */
const openerOf =
  ({ search, screen }: AppState) =>
  (target: Screen) =>
  (): void => {
    search.set('');
    screen.go(target);
  };

export function tabActions(app: AppState): readonly Action[] {
  const open = openerOf(app);
  return [
    ...serviceTabs.map((tab) => ({
      id: `service.${tab}`,
      label: t(`service.tabs.${tab}`),
      hint: t('common.screen.service'),
      synonyms: t(`palette.synonyms.serviceTabs.${tab}`),
      icon: 'service' as const,
      run: open({ kind: 'service', tab, item: null }),
    })),
    ...pushTabs.map((tab) => ({
      id: `push.${tab}`,
      label: t(`push.tabs.${tab}`),
      hint: t('common.screen.push'),
      synonyms: t(`palette.synonyms.pushTabs.${tab}`),
      icon: 'push' as const,
      run: open({ kind: 'push', tab }),
    })),
    ...stateChoices().map(([filter, text]) => ({
      id: `uploads.show-${filter}`,
      label: t('palette.showUploads', { which: text }),
      hint: t('common.screen.uploads'),
      ...(filter === 'attention' ? { synonyms: t('palette.synonyms.failedUploads') } : {}),
      icon: 'uploads' as const,
      run: () => {
        app.search.set('');
        app.stateFilter.set(filter);
        app.screen.goTo('uploads');
      },
    })),
  ];
}

export function sectionActions(app: AppState): readonly Action[] {
  const open = openerOf(app);
  return settingsSections.map((section) => ({
    id: `settings.go ${section}`,
    label: t('settings.go', { section: t(`settings.sections.${section}`) }),
    icon: 'settings' as const,
    run: open({ kind: 'settings', section }),
  }));
}

/** Returns the actions that focus a setting. */
export function settingActions(app: AppState): readonly Action[] {
  const open = openerOf(app);
  return listSettings(app.connection).map(({ id, section, name, synonyms }) => ({
    id: `setting ${id}`,
    label: name,
    hint: t('settings.go', { section: t(`settings.sections.${section}`) }),
    synonyms,
    icon: 'settings' as const,
    run: open({ kind: 'settings', section, setting: id }),
  }));
}
