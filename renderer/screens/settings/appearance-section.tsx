import { languageNames } from '../../logic/languages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields.tsx';
import { words } from '../../words/settings.ts';
import { usePreferences } from './use-preferences.ts';

export function AppearanceSection() {
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { look, looks, contrast, contrastHint, language, languageHint, systemLanguage } = words.appearance;
  return (
    <>
      <Choice
        label={look}
        value={preferences.appearance}
        choices={[
          ['system', looks.system],
          ['light', looks.light],
          ['dark', looks.dark],
        ]}
        onChoose={(appearance) => set({ appearance })}
      />
      <SwitchField
        checked={preferences.contrast === 'more'}
        label={contrast}
        hint={contrastHint}
        onChange={(more) => set({ contrast: more ? 'more' : 'system' })}
      />
      <Choice
        label={language}
        hint={languageHint}
        value={preferences.language}
        choices={[['system', systemLanguage], ...languageNames]}
        onChoose={(chosen) => set({ language: chosen })}
      />
      {error && <InlineFailure error={error} />}
    </>
  );
}
