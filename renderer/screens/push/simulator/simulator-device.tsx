import type Resources from '../../../../assets/locales/resources.d.ts';
import {
  devices,
  hasChannels,
  type SimulatedChannel,
  type SimulatorDraft,
  withNewChannel,
  withOption,
} from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Choice, SwitchField } from '../../../parts/fields.tsx';
import { useApp } from '../../../state/app-state.ts';

/** The device, the app on it, and what the person has decided. */
export function SimulatorDevice({ draft }: { readonly draft: SimulatorDraft }) {
  const app = useApp();
  const change = (next: Partial<SimulatorDraft>): void => app.simulator.set({ ...draft, ...next });
  const { device, options } = draft;
  const isIos = device === 'ios';
  return (
    <>
      <div className="simulator-choices">
        <Choice
          label={t('push-simulator.device')}
          value={device}
          choices={devices.map((each) => [each, t(`push-simulator.devices.${each}`)] as const)}
          onChoose={(next) => change({ device: next })}
        />
        <Choice
          label={t('push-simulator.app')}
          value={draft.app}
          choices={(['foreground', 'background', 'closed'] as const).map((each) => [
            each,
            t(`push-simulator.apps.${each}`),
          ])}
          onChoose={(next) => change({ app: next })}
        />
        <Choice
          label={t('push-simulator.permission')}
          value={draft.permission}
          choices={(['granted', 'denied', 'not-asked'] as const).map((each) => [
            each,
            t(`push-simulator.permissions.${each}`),
          ])}
          onChoose={(permission) => change({ permission })}
        />
      </div>
      {isIos && draft.app === 'foreground' && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
        <div className="simulator-returns" role="group" aria-label={t('push-simulator.returns')}>
          <p className="field-label">{t('push-simulator.returns')}</p>
          {(['ALERT', 'SOUND'] as const).map((option) => (
            <SwitchField
              key={option}
              label={option === 'ALERT' ? t('push-simulator.alert') : t('push-simulator.sound')}
              checked={options.includes(option)}
              onChange={(wanted) => change({ options: withOption(options, option, wanted) })}
            />
          ))}
        </div>
      )}
      {isIos && (
        <SwitchField
          label={t('push-simulator.userNotifications')}
          checked={draft.userNotificationEnabled}
          onChange={(userNotificationEnabled) => change({ userNotificationEnabled })}
        />
      )}
      <SwitchField
        label={t('push-simulator.tapped')}
        checked={draft.tapped}
        onChange={(tapped) => change({ tapped })}
      />
      {hasChannels(device) && <Channels draft={draft} onChange={change} />}
    </>
  );
}

type ChannelsProps = {
  readonly draft: SimulatorDraft;
  readonly onChange: (next: Partial<SimulatorDraft>) => void;
};

const importances = ['1', '2', '3', '4', '5'] as const;

function Channels({ draft: { channels }, onChange }: ChannelsProps) {
  const { existing, deleted } = channels;
  const set = (next: readonly SimulatedChannel[]): void =>
    onChange({ channels: { ...channels, existing: [...next] } });
  return (
    <section className="simulator-channels" aria-label={t('push-simulator.channels')}>
      <h2>{t('push-simulator.channels')}</h2>
      <p className="field-hint">
        {existing.length === 0 ? t('push-simulator.noChannelsBefore') : t('push-simulator.channelsHint')}
      </p>
      {existing.map((channel, index) => {
        const put = (next: Partial<SimulatedChannel>): void =>
          set(existing.map((each, place) => (place === index ? { ...each, ...next } : each)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is typed here may be anything, the same twice too
          <div key={index} className="simulator-channel">
            <input
              className="input"
              aria-label={t('push-simulator.channelId', { number: index + 1 })}
              inputMode="numeric"
              autoComplete="off"
              value={channel.id}
              onChange={(event) => put({ id: event.currentTarget.value })}
            />
            <input
              className="input"
              aria-label={t('push-simulator.channelTitle', { number: index + 1 })}
              dir="auto"
              autoComplete="off"
              value={channel.title}
              onChange={(event) => put({ title: event.currentTarget.value })}
            />
            <select
              className="input select"
              aria-label={t('push-simulator.channelImportance', { number: index + 1 })}
              value={String(channel.importance)}
              onChange={(event) => put({ importance: Number(event.currentTarget.value) })}
            >
              {importances.map((each) => (
                <option key={each} value={each}>
                  {t('push-simulator.importance', {
                    importance: Number(each),
                    loudness: t(`push-simulator.loudness.${loudnessOf(Number(each))}`),
                  })}
                </option>
              ))}
            </select>
            <IconButton
              icon="close"
              label={t('push-simulator.removeChannel', { number: index + 1 })}
              onClick={() => set(existing.filter((_, place) => place !== index))}
            />
          </div>
        );
      })}
      <div className="button-line">
        <Button
          onClick={() => onChange({ channels: withNewChannel(channels, t('push-simulator.newChannel')) })}
        >
          {t('push-simulator.addChannel')}
        </Button>
        {deleted.length > 0 && (
          <Button onClick={() => onChange({ channels: { ...channels, deleted: [] } })}>
            {t('push-simulator.forgetDeleted', { number: deleted.length })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What an importance is called. */
export function loudnessOf(importance: number): keyof Resources['push-simulator']['loudness'] {
  if (importance >= 4) return 'heads-up';
  if (importance === 3) return 'sound';
  return importance === 2 ? 'silent' : 'folded';
}
