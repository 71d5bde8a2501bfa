const cache = new Map<string, Intl.NumberFormat>();

function inUnit(value: number, unit: string, language: string | undefined): string {
  const key = `${language} ${unit}`;
  const format =
    cache.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 });
  cache.set(key, format);
  return format.format(value);
}

/** Returns `1 s`, `4 min` or `2 hr 5 min`, rounded. */
export function durationText(seconds: number, language: string | undefined): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return inUnit(whole, 'second', language);
  if (whole < 3570) return inUnit(Math.round(whole / 60), 'minute', language);
  const minutes = Math.round(whole / 60);
  const hours = inUnit(Math.floor(minutes / 60), 'hour', language);
  return minutes % 60 === 0 ? hours : `${hours} ${inUnit(minutes % 60, 'minute', language)}`;
}
