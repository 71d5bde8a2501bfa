import { serviceErrors } from './errors.ts';

/**
 * The fields of a body under the names of `shape`: the reference writes them in more than one case, and so do clients.
 * Unknown ones keep their names. Pure. Throws `service/badBody` when a field comes twice.
 */
export function spelledAs(
  shape: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name] as const));
  const named = new Map<string, unknown>();
  for (const [given, value] of Object.entries(fields)) {
    const name = known.get(given.toLowerCase()) ?? given;
    if (named.has(name)) throw serviceErrors.badBody({ reason: `it gives ${name} twice` });
    named.set(name, value);
  }
  return Object.fromEntries(named);
}
