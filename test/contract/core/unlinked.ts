/** Converts a response in link mode to the form of plain mode. */
export function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (typeof value !== 'object' || value === null) return value;
  if ('_value' in value) return withoutLinks(value._value);
  const fields = Object.entries(value).filter(([name]) => name !== '_links');
  return Object.fromEntries(fields.map(([name, item]) => [name, withoutLinks(item)]));
}
