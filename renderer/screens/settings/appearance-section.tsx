import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { usePreferences } from './use-preferences.ts';

export function AppearanceSection() {
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  return (
    <>
      <Choice
        label={t('settings.appearance.look')}
        value={preferences.appearance}
        choices={[
          ['system', t('settings.appearance.looks.system')],
          ['light', t('settings.appearance.looks.light')],
          ['dark', t('settings.appearance.looks.dark')],
        ]}
        onChoose={(appearance) => set({ appearance })}
      />
      <SwitchField
        checked={preferences.contrast === 'more'}
        label={t('settings.appearance.contrast')}
        hint={t('settings.appearance.contrastHint')}
        onChange={(more) => set({ contrast: more ? 'more' : 'system' })}
      />
      <LanguageChoice value={preferences.language} onUse={(language) => set({ language })} />
      {error && <InlineFailure error={error} />}
    </>
  );
}
