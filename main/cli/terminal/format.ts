/** Returns text such as `4 s`, `2 min 5 s` or `1 h 3 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Returns the local time of day with milliseconds: `14:02:09.123`. */
export function formatTime(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Returns the local date and time: `2026-11-25 14:02:09`. */
export function formatDateTime(ms: number): string {
  // The Swedish locale writes dates in ISO 8601.
  return new Date(ms).toLocaleString('sv-SE');
}

/** Pads cells with spaces, so that the columns align. Does not pad the last column. */
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

/** Like `plainText`, but keeps tabs. */
export function plainLine(line: string): string {
  return line.split('\t').map(plainText).join('\t');
}

/** Replaces control and format characters, since untrusted names must not send escape sequences. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
}
