import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { SwitchField } from '../../parts/fields.tsx';
import { useApp } from '../../state/app-state.ts';
import { usePreferences } from './use-preferences.ts';

export function NotificationsSection() {
  const { inWindow } = useApp().connection;
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { notifications, notificationKinds } = preferences;
  const kinds = ['out', 'failed', 'asks'] as const;
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
