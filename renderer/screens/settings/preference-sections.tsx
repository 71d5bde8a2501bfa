import { type FocusEvent, useRef, useState } from 'react';
import type { CallArguments, PreferencesView } from '../../../preload/page.ts';
import { languageNames } from '../../logic/languages.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, options, SwitchField } from '../../parts/fields/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';

const undoChoices = [8, 30, null] as const;

export function AppearanceSection() {
  const format = useFormat();
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  return (
    <>
      <Choice
        label={t('settings.appearance.theme')}
        value={preferences.appearance}
        choices={options(['system', 'light', 'dark'], (look) => t(`settings.appearance.themes.${look}`))}
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
      <SwitchField
        checked={preferences.helpKey}
        label={t('settings.appearance.helpKey')}
        hint={t('settings.appearance.helpKeyHint')}
        onChange={(helpKey) => set({ helpKey })}
      />
      <LanguageChoice value={preferences.language} onUse={(language) => set({ language })} />
      {error && <InlineFailure error={error} />}
    </>
  );
}

type Language = PreferencesView['language'];

type Props = { readonly value: Language; readonly onUse: (language: Language) => void };

/**
 * List of languages. The language changes when the list loses the focus, because changing it at
 * every arrow key would render the whole page each time.
 */
function LanguageChoice({ value, onUse }: Props) {
  const [highlighted, setLooked] = useState<Language | null>(null);
  const list = useRef<HTMLSelectElement>(null);
  const chosen = highlighted ?? value;
  const use = (): void => {
    list.current?.focus();
    onUse(chosen);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (chosen !== value && !currentTarget.contains(relatedTarget)) onUse(chosen);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes that the focus leaves the list or its button
    <div onBlur={onBlur}>
      <Choice
        ref={list}
        label={t('settings.appearance.language')}
        hint={t('settings.appearance.languageHint')}
        value={chosen}
        choices={[['system', t('settings.appearance.systemLanguage')], ...languageNames]}
        onChoose={setLooked}
      />
      {chosen !== value && (
        <div className="button-line">
          <Button variant="primary" onClick={use}>
            {t('settings.appearance.useLanguage')}
          </Button>
        </div>
      )}
    </div>
  );
}

const parallel = [1, 2, 3, 4, 5, 6, 7, 8];
const histories = [200, 1_000, 10_000, 100_000, 1_000_000];

export function UploadsSection() {
  const format = useFormat();
  const { inWindow } = useApp().connection;
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { parallelUploads, historyEntries, confirmOpenedBuilds } = preferences;
  const sizes = [...new Set([...histories, historyEntries])].toSorted((a, b) => a - b);
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
        choices={choices(sizes)}
        onChoose={(value) => set({ historyEntries: Number(value) })}
      />
      {inWindow && (
        <SwitchField
          checked={confirmOpenedBuilds}
          label={t('settings.uploads.confirmOpenedBuilds')}
          hint={t('settings.uploads.confirmOpenedBuildsHint')}
          onChange={(on) => set({ confirmOpenedBuilds: on })}
        />
      )}
      {error && <InlineFailure error={error} />}
    </>
  );
}

export function NotificationsSection() {
  const { inWindow } = useApp().connection;
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { notifications, notificationKinds } = preferences;
  const kinds = ['uploaded', 'failed', 'questions'] as const;
  return (
    <>
      <p className="settings-text">
        {inWindow ? t('settings.notifications.text') : t('settings.notifications.browserText')}
      </p>
      <SwitchField
        checked={notifications}
        label={t('settings.notifications.on')}
        onChange={(on) => set({ notifications: on })}
      />
      {notifications && (
        <fieldset className="settings-group">
          <legend>{t('settings.notifications.which')}</legend>
          {kinds.map((kind) => (
            <SwitchField
              key={kind}
              checked={notificationKinds[kind]}
              label={t(`settings.notifications.${kind}`)}
              onChange={(on) => set({ notificationKinds: { ...notificationKinds, [kind]: on } })}
            />
          ))}
        </fieldset>
      )}
      {error && <InlineFailure error={error} />}
    </>
  );
}

function usePreferences(): {
  readonly preferences: PreferencesView | null;
  readonly set: (values: CallArguments<'settings.set'>) => void;
  readonly error: Error | null;
} {
  const app = useApp();
  const preferences = useStore(app.preferences);
  // An event updates the store. The result of the call is not used, because it could be older than
  // the latest event.
  const change = useCommand('settings.set');
  return { preferences, set: change.mutate, error: change.error };
}
