import { type ComponentProps, useState } from 'react';
import { parseClockTime } from '../../logic/clock-time.ts';
import { defaultHours, type HoursDraft, weekdays } from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { FieldError, TextField } from '../../parts/fields/fields.tsx';
import { useFormat } from '../../state/app-state.ts';
import { type NetworkEntry, savedOnBlur } from './use-network.ts';

export function SchedulePart({ entry }: { readonly entry: NetworkEntry }) {
  const entries = entry.draft.schedule;
  const save = (index: number, schedule: readonly HoursDraft[]): void =>
    void entry.save('schedule', `schedule.${index}.days`, { schedule });
  return (
    <fieldset className="settings-group">
      <legend>{t('settings.names.schedule')}</legend>
      {entries.length > 1 && <p className="field-hint">{t('settings.network.scheduleText')}</p>}
      {entries.map((hours, index) => (
        <HoursField
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by their position
          key={index}
          index={index}
          hours={hours}
          entry={entry}
          onRemove={() =>
            save(
              index,
              entries.filter((_, position) => position !== index),
            )
          }
        />
      ))}
      <Button icon="add" onClick={() => save(entries.length, [...entries, defaultHours(entry.draft)])}>
        {t('settings.network.addEntry')}
      </Button>
    </fieldset>
  );
}

type HoursProps = {
  readonly index: number;
  readonly hours: HoursDraft;
  readonly entry: NetworkEntry;
  readonly onRemove: () => void;
};

function HoursField({ index, hours, entry, onRemove }: HoursProps) {
  const { days } = hours;
  const number = index + 1;
  const at = (name: string): string => `schedule.${index}.${name}`;
  const changed = (changes: Partial<HoursDraft>) => ({
    schedule: entry.draft.schedule.map((each, position) =>
      position === index ? { ...each, ...changes } : each,
    ),
  });
  const left = (name: string) => savedOnBlur(entry, 'schedule', at(name));
  const wrongDays = entry.problemAt(at('days'));
  return (
    <div className="hours">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not lay out a fieldset in a line */}
      <div className="day-choices" role="group" aria-label={t('settings.network.daysOf', { number })}>
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            className="day-choice"
            aria-pressed={days.includes(day)}
            onClick={() => {
              const chosen = days.includes(day) ? days.filter((each) => each !== day) : [...days, day];
              void entry.save('schedule', at('days'), changed({ days: chosen }));
            }}
          >
            {t(`settings.network.days.${day}`)}
          </button>
        ))}
      </div>
      {wrongDays && <FieldError>{wrongDays}</FieldError>}
      <div className="hours-line">
        <TimeField
          label={t('settings.network.from')}
          value={hours.from}
          onTime={(from) => entry.change(changed({ from }))}
          {...left('from')}
        />
        <TimeField
          label={t('settings.network.to')}
          value={hours.to}
          onTime={(to) => entry.change(changed({ to }))}
          {...left('to')}
        />
        <TextField
          label={t('settings.network.entryLimit')}
          hint={t('settings.network.entryHint')}
          inputMode="decimal"
          value={hours.limit}
          onText={(limit) => entry.change(changed({ limit }))}
          {...left('bytesPerSecond')}
        />
        <IconButton icon="close" label={t('settings.network.removeEntry', { number })} onClick={onRemove} />
      </div>
    </div>
  );
}

type TimeProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onText'> & {
  /** `HH:MM`, or the typed text if it is not a time. */
  readonly value: string;
  readonly onTime: (time: string) => void;
};

/** Time of day, shown in the format of the locale. Accepts 12-hour and 24-hour input. */
function TimeField({ value, onTime, onBlur, ...field }: TimeProps) {
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      value={typed ?? format.clockTime(value)}
      onText={(text) => {
        setTyped(text);
        onTime(parseClockTime(text));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}
