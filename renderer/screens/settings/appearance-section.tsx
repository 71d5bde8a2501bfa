import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { LanguageChoice } from './language-choice.tsx';
import { usePreferences } from './use-preferences.ts';

const undoChoices = [8, 30, null] as const;

export function AppearanceSection() {
  const format = useFormat();
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
      <Choice
        label={t('settings.appearance.undo')}
        hint={t('settings.appearance.undoHint')}
        value={`${preferences.undoSeconds}`}
        choices={undoChoices.map((seconds) => [
          `${seconds}`,
          seconds ? format.duration(seconds) : t('settings.appearance.undoUntilClosed'),
        ])}
        onChoose={(chosen) => set({ undoSeconds: undoChoices.find((each) => `${each}` === chosen) })}
      />
      <LanguageChoice value={preferences.language} onUse={(language) => set({ language })} />
      {error && <InlineFailure error={error} />}
    </>
  );
}
