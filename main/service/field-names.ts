import { serviceErrors } from './errors.ts';

/** Spells field names as in `shape`; keeps unknown names. Throws `service/badBody` for a repeated field. */
export function normaliseFieldNames(
  shape: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const canonical = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name] as const));
  const named = new Map<string, unknown>();
  for (const [given, value] of Object.entries(fields)) {
    const name = canonical.get(given.toLowerCase()) ?? given;
    if (named.has(name)) throw serviceErrors.badBody({ reason: `it contains ${name} twice` });
    named.set(name, value);
  }
  return Object.fromEntries(named);
}
