const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type ByteUnit = (typeof units)[number];

/** Returns the unit in which the number rounds to less than 1,000, and its size in bytes. */
export function byteUnitOf(bytes: number): { readonly unit: ByteUnit; readonly divisor: number } {
  let index = 0;
  let divisor = 1;
  while (index < units.length - 1 && bytes / divisor >= 999.5) {
    index += 1;
    divisor *= 1000;
  }
  return { unit: units[index] ?? 'byte', divisor };
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns `65.2 MB`, `24,5 Mo` or `812 MB`, for example. */
export function byteSizeText(bytes: number, locale = 'en'): string {
  const { unit, divisor } = byteUnitOf(bytes);
  return formatUnit(bytes / divisor, unit, locale);
}

/** Returns `22.1 MB/s`, for example. */
export function speedText(bytesPerSecond: number, locale = 'en'): string {
  const { unit, divisor } = byteUnitOf(bytesPerSecond);
  return formatUnit(bytesPerSecond / divisor, `${unit}-per-second`, locale);
}

/** Joins the number and the unit with a no-break space. */
function formatUnit(value: number, unit: string, locale: string): string {
  const digits = unit.startsWith('byte') || value >= 99.95 ? 0 : 1;
  const key = `${locale} ${unit} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      // The short unit `byte` has no plural.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format.format(value).replace(' ', '\u00A0');
}
