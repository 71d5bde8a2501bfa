import type { PreferencesView } from '../../../preload/page.ts';
import { languageNames } from '../../logic/languages.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { options } from '../../parts/fields/fields.tsx';
import { SegmentedChoice } from '../../parts/fields/segmented-choice.tsx';
import { useChangeLanguage } from '../../state/data/language.ts';
import { Setting } from './setting.tsx';
import { usePreferences } from './use-preferences.ts';

export function AppearanceSection() {
  const { preferences, set, error } = usePreferences();
  const language = useChangeLanguage();
  if (!preferences) return null;
  const failure = error ?? language.error;
  return (
    <>
      <Setting id="theme">
        <SegmentedChoice
          label={t('settings.names.theme')}
          value={preferences.appearance}
          choices={options(['system', 'light', 'dark'], (theme) => t(`settings.appearance.themes.${theme}`))}
          onChoose={(appearance) => set({ appearance })}
        />
      </Setting>
      <Setting id="language">
        <SegmentedChoice<PreferencesView['language']>
          label={t('settings.names.language')}
          hint={t('settings.appearance.languageHint')}
          value={preferences.language}
          choices={[['system', t('settings.appearance.systemLanguage')], ...languageNames]}
          onChoose={language.change}
        />
      </Setting>
      {failure && <InlineFailure error={failure} />}
    </>
  );
}
