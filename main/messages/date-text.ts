/** Dates as people write them where the system's own rules stop short. Pure: Intl only. */

/**
 * Writes times in milliseconds since 1970 UTC, throws RangeError for what is none. In French the first of a
 * month is `1er` where the month is a word.
 */
export function dateWriter(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, options);
  if (!/^fr\b/.test(format.resolvedOptions().locale)) return (at) => format.format(at);
  return (at) => {
    const parts = format.formatToParts(at);
    const isNamed = parts.some(({ type, value }) => type === 'month' && /\p{L}/u.test(value));
    return parts
      .map(({ type, value }) => (isNamed && type === 'day' && value === '1' ? '1er' : value))
      .join('');
  };
}
