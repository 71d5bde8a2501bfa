import { useId } from 'react';
import {
  devices,
  hasChannels,
  importances,
  loudnessOf,
  type SimulatedChannel,
  type SimulatorDraft,
  withNewChannel,
  withOption,
} from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Choice, options, SwitchField } from '../../../parts/fields/fields.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { useApp } from '../../../state/app-state.ts';

type Props = { readonly draft: SimulatorDraft };

export function DeviceChoices({ draft }: Props) {
  const app = useApp();
  const change = (next: Partial<SimulatorDraft>): void => app.simulator.set({ ...draft, ...next });
  return (
    <div className="simulator-choices">
      <Choice
        label={t('push-simulator.device')}
        value={draft.device}
        choices={options(devices, (each) => t(`push-simulator.devices.${each}`))}
        onChoose={(device) => change({ device })}
      />
      <Choice
        label={t('push-simulator.app')}
        value={draft.app}
        choices={options(['foreground', 'background', 'closed'], (each) => t(`push-simulator.apps.${each}`))}
        onChoose={(next) => change({ app: next })}
      />
      <Choice
        label={t('push-simulator.permission')}
        value={draft.permission}
        choices={options(['granted', 'denied', 'not-asked'], (each) =>
          t(`push-simulator.permissions.${each}`),
        )}
        onChoose={(permission) => change({ permission })}
      />
    </div>
  );
}

export function DeviceDetails({ draft }: Props) {
  const app = useApp();
  const change = (next: Partial<SimulatorDraft>): void => app.simulator.set({ ...draft, ...next });
  const isIos = draft.device === 'ios';
  return (
    <>
      {isIos && draft.app === 'foreground' && <Returns options={draft.options} onChange={change} />}
      {isIos && (
        <SwitchField
          label={t('push-simulator.userNotifications')}
          hint={t('push-simulator.userNotificationsHint')}
          checked={draft.userNotificationEnabled}
          onChange={(userNotificationEnabled) => change({ userNotificationEnabled })}
        />
      )}
      <SwitchField
        label={t('push-simulator.tapped')}
        checked={draft.tapped}
        onChange={(tapped) => change({ tapped })}
      />
      {hasChannels(draft.device) && <Channels draft={draft} onChange={change} />}
    </>
  );
}

type ReturnsProps = Pick<SimulatorDraft, 'options'> & {
  readonly onChange: (next: Pick<SimulatorDraft, 'options'>) => void;
};

function Returns({ options, onChange }: ReturnsProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not lay out a fieldset in a line
    <div className="simulator-returns" role="group" aria-labelledby={id}>
      <p id={id} className="field-label">
        {t('push-simulator.returns')}
      </p>
      {(['ALERT', 'SOUND'] as const).map((option) => (
        <SwitchField
          key={option}
          label={option === 'ALERT' ? t('push-simulator.alert') : t('push-simulator.sound')}
          checked={options.includes(option)}
          onChange={(wanted) => onChange({ options: withOption(options, option, wanted) })}
        />
      ))}
    </div>
  );
}

type ChannelsProps = {
  readonly draft: SimulatorDraft;
  readonly onChange: (next: Pick<SimulatorDraft, 'channels'>) => void;
};

function Channels({ draft: { channels }, onChange }: ChannelsProps) {
  const id = useId();
  const { existing, deleted } = channels;
  const set = (next: readonly SimulatedChannel[]): void =>
    onChange({ channels: { ...channels, existing: [...next] } });
  return (
    <section className="simulator-channels" aria-labelledby={id}>
      <h2 id={id}>{t('push-simulator.channels')}</h2>
      <p className="field-hint">
        {existing.length === 0 ? t('push-simulator.noChannelsBefore') : t('push-simulator.channelsHint')}
      </p>
      {existing.map((channel, index) => (
        <ChannelRow
          // biome-ignore lint/suspicious/noArrayIndexKey: editable ids may be duplicates
          key={index}
          number={index + 1}
          channel={channel}
          onChange={(next) => set(existing.with(index, next))}
          onRemove={() => set(existing.toSpliced(index, 1))}
        />
      ))}
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

type RowProps = {
  readonly number: number;
  readonly channel: SimulatedChannel;
  readonly onChange: (next: SimulatedChannel) => void;
  readonly onRemove: () => void;
};

function ChannelRow({ number, channel, onChange, onRemove }: RowProps) {
  return (
    <div className="simulator-channel">
      <input
        className="input"
        aria-label={t('push-simulator.channelId', { number })}
        inputMode="numeric"
        autoComplete="off"
        value={channel.id}
        onChange={(event) => onChange({ ...channel, id: event.currentTarget.value })}
      />
      <input
        className="input"
        aria-label={t('push-simulator.channelTitle', { number })}
        dir="auto"
        autoComplete="off"
        value={channel.title}
        onChange={(event) => onChange({ ...channel, title: event.currentTarget.value })}
      />
      <Select
        aria-label={t('push-simulator.channelImportance', { number })}
        value={channel.importance}
        onChange={(event) => onChange({ ...channel, importance: Number(event.currentTarget.value) })}
      >
        {importances.map((importance) => (
          <option key={importance} value={importance}>
            {importanceText(importance)}
          </option>
        ))}
      </Select>
      <IconButton icon="close" label={t('push-simulator.removeChannel', { number })} onClick={onRemove} />
    </div>
  );
}

export function importanceText(importance: number): string {
  return t('push-simulator.importance', {
    importance,
    loudness: t(`push-simulator.loudness.${loudnessOf(importance)}`),
  });
}
