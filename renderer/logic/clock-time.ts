/** Parses a time such as `8:30`, `08.30` or `8:30 pm` to `HH:MM`. Returns any other text unchanged. */
export function parseClockTime(text: string): string {
  const match = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s?(?:([ap])\.?\s?m\.?)?\s*$/i.exec(text);
  if (!match) return text;
  const [, hours = '', minutes = '', half] = match;
  // A number without minutes or am/pm may be an incomplete time.
  if (minutes === '' && half === undefined) return text;
  if (half !== undefined && !(Number(hours) >= 1 && Number(hours) <= 12)) return text;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes || '00'}`;
}
