/** Returns a typed time, such as `8:30`, `08.30` or `8:30 pm`, as `HH:MM`; the text unchanged if it is not one. */
export function parseClockTime(text: string): string {
  const match = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s?(?:([ap])\.?\s?m\.?)?\s*$/i.exec(text);
  if (!match) return text;
  const [, hours = '', minutes = '', half] = match;
  // A number without minutes and half of the day may be the start of a time.
  if (minutes === '' && half === undefined) return text;
  if (half !== undefined && !(Number(hours) >= 1 && Number(hours) <= 12)) return text;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes || '00'}`;
}
