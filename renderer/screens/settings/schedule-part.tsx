import { type HoursDraft, weekdays } from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';

const usualHours: HoursDraft = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '08:00',
  to: '18:00',
  limit: '',
};

type Props = {
  readonly entries: readonly HoursDraft[];
  /** Places of entries whose limit is no number. */
  readonly problems: readonly number[];
  readonly onChange: (entries: readonly HoursDraft[]) => void;
};

/** Limits for some hours of some days. */
export function SchedulePart({ entries, problems, onChange }: Props) {
  const change = (index: number, changes: Partial<HoursDraft>): void =>
    onChange(entries.map((entry, place) => (place === index ? { ...entry, ...changes } : entry)));
  return (
    <fieldset className="settings-group">
      <legend>{t('settings.network.schedule')}</legend>
      {entries.length > 1 && <p className="field-hint">{t('settings.network.scheduleText')}</p>}
      {entries.map((entry, index) => (
        <HoursField
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other name than its place
          key={index}
          number={index + 1}
          entry={entry}
          problem={problems.includes(index)}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(entries.filter((_, place) => place !== index))}
        />
      ))}
      <Button icon="add" onClick={() => onChange([...entries, usualHours])}>
        {t('settings.network.addEntry')}
      </Button>
    </fieldset>
  );
}

type HoursProps = {
  readonly number: number;
  readonly entry: HoursDraft;
  readonly problem: boolean;
  readonly onChange: (changes: Partial<HoursDraft>) => void;
  readonly onRemove: () => void;
};

function HoursField({ number, entry, problem, onChange, onRemove }: HoursProps) {
  const { days } = entry;
  return (
    <div className="hours">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line */}
      <div className="day-choices" role="group" aria-label={t('settings.network.daysOf', { number })}>
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            className="day-choice"
            aria-pressed={days.includes(day)}
            onClick={() =>
              onChange({ days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] })
            }
          >
            {t(`settings.network.days.${day}`)}
          </button>
        ))}
      </div>
      <div className="hours-line">
        <TextField
          label={t('settings.network.from')}
          type="time"
          value={entry.from}
          onText={(from) => onChange({ from })}
        />
        <TextField
          label={t('settings.network.to')}
          type="time"
          value={entry.to}
          onText={(to) => onChange({ to })}
        />
        <TextField
          label={t('settings.network.entryLimit')}
          hint={t('settings.network.entryHint')}
          error={problem ? t('settings.network.badNumber') : undefined}
          inputMode="decimal"
          value={entry.limit}
          onText={(limit) => onChange({ limit })}
        />
        <IconButton icon="close" label={t('settings.network.removeEntry', { number })} onClick={onRemove} />
      </div>
    </div>
  );
}
