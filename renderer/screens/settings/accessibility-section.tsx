import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { Setting } from './setting.tsx';
import { usePreferences } from './use-preferences.ts';

const undoChoices = [8, 30, null] as const;

export function AccessibilitySection() {
  const format = useFormat();
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  return (
    <>
      <Setting id="contrast">
        <SwitchField
          checked={preferences.contrast === 'more'}
          label={t('settings.names.contrast')}
          hint={t('settings.accessibility.contrastHint')}
          onChange={(more) => set({ contrast: more ? 'more' : 'system' })}
        />
      </Setting>
      <Setting id="singleKeys">
        <SwitchField
          checked={preferences.singleKeys}
          label={t('settings.names.singleKeys')}
          hint={t('settings.accessibility.singleKeysHint')}
          onChange={(singleKeys) => set({ singleKeys })}
        />
      </Setting>
      <Setting id="undo">
        <Choice
          label={t('settings.names.undo')}
          hint={t('settings.accessibility.undoHint')}
          value={`${preferences.undoSeconds}`}
          choices={undoChoices.map((seconds) => [
            `${seconds}`,
            seconds ? format.duration(seconds) : t('settings.accessibility.undoUntilClosed'),
          ])}
          onChoose={(chosen) => set({ undoSeconds: undoChoices.find((each) => `${each}` === chosen) })}
        />
      </Setting>
      {error && <InlineFailure error={error} />}
    </>
  );
}
