import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { RegistrationPart } from './registration-part.tsx';
import { Setting } from './setting.tsx';
import { usePreferences } from './use-preferences.ts';

const parallel = [1, 2, 3, 4, 5, 6, 7, 8];
const sendDelays = [0, 5, 10, 20, 30];
const histories = [200, 1_000, 10_000, 100_000, 1_000_000];

export function UploadsSection() {
  const format = useFormat();
  const { inWindow } = useApp().connection;
  const { preferences, set, error } = usePreferences();
  if (!preferences) return null;
  const { parallelUploads, historyEntries, sendDelaySeconds } = preferences;
  const { keepSentBuilds, confirmOpenedBuilds } = preferences;
  const delays = [...new Set([...sendDelays, sendDelaySeconds])].toSorted((a, b) => a - b);
  const sizes = [...new Set([...histories, historyEntries])].toSorted((a, b) => a - b);
  const choices = (values: readonly number[]) =>
    values.map((value) => [String(value), format.count(value)] as const);
  return (
    <>
      <Setting id="parallel">
        <Choice
          label={t('settings.names.parallel')}
          hint={t('settings.uploads.parallelHint')}
          value={String(parallelUploads)}
          choices={choices(parallel)}
          onChoose={(value) => set({ parallelUploads: Number(value) })}
        />
      </Setting>
      <Setting id="history">
        <Choice
          label={t('settings.names.history')}
          hint={t('settings.uploads.historyHint')}
          value={String(historyEntries)}
          choices={choices(sizes)}
          onChoose={(value) => set({ historyEntries: Number(value) })}
        />
      </Setting>
      <Setting id="sendDelay">
        <Choice
          label={t('settings.names.sendDelay')}
          hint={t('settings.uploads.sendDelayHint')}
          value={String(sendDelaySeconds)}
          choices={delays.map((seconds) => [
            String(seconds),
            seconds === 0 ? t('settings.uploads.sendAtOnce') : format.duration(seconds),
          ])}
          onChoose={(value) => set({ sendDelaySeconds: Number(value) })}
        />
      </Setting>
      <Setting id="keepSentBuilds">
        <SwitchField
          checked={keepSentBuilds}
          label={t('settings.names.keepSentBuilds')}
          hint={t('settings.uploads.keepSentBuildsHint')}
          onChange={(on) => set({ keepSentBuilds: on })}
        />
      </Setting>
      {inWindow && (
        <Setting id="openedBuilds">
          <SwitchField
            checked={confirmOpenedBuilds}
            label={t('settings.names.openedBuilds')}
            hint={t('settings.uploads.confirmOpenedBuildsHint')}
            onChange={(on) => set({ confirmOpenedBuilds: on })}
          />
        </Setting>
      )}
      {error && <InlineFailure error={error} />}
      <Setting id="registration">
        <RegistrationPart />
      </Setting>
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
      <Setting id="notifications">
        <SwitchField
          checked={notifications}
          label={t('settings.names.notifications')}
          onChange={(on) => set({ notifications: on })}
        />
      </Setting>
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
