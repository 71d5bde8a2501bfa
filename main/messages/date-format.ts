/**
 * Formats milliseconds since 1970 UTC; throws RangeError if invalid. In French, writes the first of a month
 * as `1er`, which Intl does not.
 */
export function dateFormatter(
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
