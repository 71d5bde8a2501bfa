/**
 * Reads anything close to the shapes of `wire.ts`: properties in any case, lists bare or as `{_value, _links}`, numbers
 * and flags as texts, times in other forms, what may be absent absent. Then the strict schema decides. Pure.
 */
import { z } from 'zod';
import { isNever, readTimestamp } from './timestamps.ts';

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/** The resource a JSON value stands for; a problem in words when it is not that resource. */
export function readResource<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Read<z.output<Schema>> {
  const result = schema.safeParse(conform(value, schema, ''));
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problem: firstProblem(result.error) };
}

/** What a property says that says nothing; by its name without marks. What identifies a resource is never invented. */
const usualWhenAbsent: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['orderid', 0],
  ['totalcount', 0],
  ['clickcount', 0],
  ['hasiosplatform', false],
  ['hasandroidplatform', false],
  ['enablestaticauht', false],
  ['iconurl', ''],
  ['platformtypename', ''],
  ['tokentype', 'Bearer'],
]);

/** A property by its name in any case, with or without `_` and `-`; undefined when absent. */
export function property(object: object, name: string): unknown {
  if (Object.hasOwn(object, name)) return (object as Record<string, unknown>)[name];
  const wanted = plainName(name);
  return Object.entries(object).find(([given]) => plainName(given) === wanted)?.[1];
}

/** The items of a list, bare or wrapped as `{_value: […]}`; anything else unchanged. */
export function unwrap(value: unknown): unknown {
  if (!isObject(value)) return value;
  const wrapped = Object.entries(value).find(([name]) => name.toLowerCase() === '_value');
  return wrapped ? wrapped[1] : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function conform(value: unknown, schema: unknown, name: string): unknown {
  if (schema instanceof z.ZodNullable) return conformNullable(value, schema, name);
  if (schema instanceof z.ZodOptional) {
    return value === undefined || value === null ? undefined : conform(value, schema.unwrap(), name);
  }
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodUnknown) return shallow(value, deepest);
  if (schema instanceof z.ZodObject) return conformObject(unwrap(value), schema);
  if (schema instanceof z.ZodArray) {
    const items = unwrap(value) ?? [];
    return Array.isArray(items) ? items.map((item) => conform(item, schema.element, name)) : items;
  }
  return conformScalar(value ?? usualWhenAbsent.get(plainName(name)), schema);
}

/** What nobody has described is kept as it is, but not deeper than everything that handles it later can go. */
const deepest = 32;

function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item) => shallow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shallow(item, levels - 1)]));
}

function conformNullable(value: unknown, schema: z.ZodNullable, name: string): unknown {
  if (value === undefined || value === null) return null;
  const inner = schema.unwrap();
  if (value === '' && !(inner instanceof z.ZodString)) return null;
  const result = conform(value, inner, name);
  return inner instanceof z.ZodISODateTime && typeof result === 'string' && isNever(result) ? null : result;
}

function conformObject(value: unknown, schema: z.ZodObject): unknown {
  if (!isObject(value)) return value;
  const byName = new Map(Object.entries(value).map(([name, item]) => [plainName(name), item]));
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, inner]) => {
      const found = Object.hasOwn(value, name) ? value[name] : byName.get(plainName(name));
      return [name, conform(found, inner, name)];
    }),
  );
}

function conformScalar(value: unknown, schema: unknown): unknown {
  if (schema instanceof z.ZodISODateTime) return readTimestamp(value) ?? value;
  if (schema instanceof z.ZodNumber) return readNumber(value);
  if (schema instanceof z.ZodBoolean) return readFlag(value);
  if (schema instanceof z.ZodEnum) return typeof value === 'string' ? value.toUpperCase() : value;
  if (schema instanceof z.ZodString) return typeof value === 'number' ? String(value) : value;
  return value;
}

/** The number a text stands for; anything else unchanged. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value;
}

function readFlag(value: unknown): unknown {
  if (typeof value === 'string' && /^(true|false)$/i.test(value.trim())) {
    return value.trim().toLowerCase() === 'true';
  }
  if (value === 1 || value === '1') return true;
  return value === 0 || value === '0' ? false : value;
}

function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'it does not fit';
  const place = issue.path.map(String).join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
