import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { usePreferences } from './use-preferences.ts';

const parallel = [1, 2, 3, 4, 5, 6, 7, 8];
const histories = [200, 1_000, 10_000, 100_000, 1_000_000];

export function UploadsSection() {
  const format = useFormat();
  const { inWindow } = useApp().connection;
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { parallelUploads, historyEntries, askBeforeOpened } = preferences;
  const kept = [...new Set([...histories, historyEntries])].toSorted((a, b) => a - b);
  const choices = (values: readonly number[]) =>
    values.map((value) => [String(value), format.count(value)] as const);
  return (
    <>
      <Choice
        label={t('settings.uploads.parallel')}
        hint={t('settings.uploads.parallelHint')}
        value={String(parallelUploads)}
        choices={choices(parallel)}
        onChoose={(value) => set({ parallelUploads: Number(value) })}
      />
      <Choice
        label={t('settings.uploads.history')}
        hint={t('settings.uploads.historyHint')}
        value={String(historyEntries)}
        choices={choices(kept)}
        onChoose={(value) => set({ historyEntries: Number(value) })}
      />
      {inWindow && (
        <SwitchField
          checked={askBeforeOpened}
          label={t('settings.uploads.askBeforeOpened')}
          hint={t('settings.uploads.askBeforeOpenedHint')}
          onChange={(on) => set({ askBeforeOpened: on })}
        />
      )}
      {error && <InlineFailure error={error} />}
    </>
  );
}
