const symbols = { s: 's', min: 'min', h: 'h' } as const;
const turkishSymbols = { s: 'sn', min: 'dk', h: 'sa' } as const;

/** Returns `1 s`, `4 min` or `2 h 5 min`, rounded, with a no-break space before each unit. */
export function durationText(seconds: number, language = 'en'): string {
  const own = language.startsWith('tr') ? turkishSymbols : symbols;
  const inUnit = (value: number, unit: keyof typeof symbols): string => `${value}\u00A0${own[unit]}`;
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return inUnit(whole, 's');
  const minutes = Math.round(whole / 60);
  if (whole < 3570) return inUnit(minutes, 'min');
  const hours = inUnit(Math.floor(minutes / 60), 'h');
  return minutes % 60 === 0 ? hours : `${hours} ${inUnit(minutes % 60, 'min')}`;
}
