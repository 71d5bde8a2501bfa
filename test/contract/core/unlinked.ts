/** Converts a response in link mode to the form of plain mode. */
export function unlinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unlinked);
  if (typeof value !== 'object' || value === null) return value;
  if ('_value' in value) return unlinked(value._value);
  const fields = Object.entries(value).filter(([name]) => name !== '_links');
  return Object.fromEntries(fields.map(([name, item]) => [name, unlinked(item)]));
}
