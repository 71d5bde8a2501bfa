/** Times and columns in words. Pure. */
/** `4 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Time of day with milliseconds, in the person's zone: `14:02:09.123`. */
export function formatTime(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** In the person's zone: `2026-11-25 14:02:09`. */
export function formatDateTime(ms: number): string {
  // As it is written in Sweden.
  return new Date(ms).toLocaleString('sv-SE');
}

/** Rows as columns of equal width; the last column is left as it is. */
export function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - [...cell].length),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A line of a file as `plainText`, but with its tabs. */
export function plainLine(line: string): string {
  return line.split('\t').map(plainText).join('\t');
}

/** Text from outside (names in builds, answers of services) without what could steer a terminal. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
}
