/**
 * Reads variants of the shapes in `wire.ts`: property names in any case, bare or wrapped lists, numbers and
 * booleans as text, other time formats, missing optional properties. The strict schema then validates the
 * result. Pure.
 */

import { z } from 'zod';
import { problemIn } from '../../base/issues.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { type RepairOptions, repair } from './repair.ts';
import { isNever, readTimestamp } from './timestamps.ts';

export type ReadResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Message };

/**
 * Reads a JSON value as a resource; returns the first problem if it does not match. With `repairOptions`,
 * repairs fields where possible, and passes their paths to `onRepair`.
 */
export function readResource<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  repairOptions?: RepairOptions & { readonly onRepair: (paths: readonly string[]) => void },
): ReadResult<z.output<Schema>> {
  let normalise = normalisers.get(schema);
  if (!normalise) {
    normalise = normaliserFor(schema, '');
    normalisers.set(schema, normalise);
  }
  const given = normalise(value);
  let result = schema.safeParse(given, { reportInput: true });
  const repairedPaths: string[] = [];
  // Another pass finds problems that were hidden by the first problem of a record.
  for (let passes = 0; repairOptions && !result.success && passes < maxPasses; passes += 1) {
    const paths = repair(given, result.error.issues, repairOptions);
    if (!paths) break;
    repairedPaths.push(...paths);
    result = schema.safeParse(given, { reportInput: true });
  }
  if (!result.success) return { ok: false, problem: firstProblem(result.error) };
  if (repairedPaths.length > 0) repairOptions?.onRepair(repairedPaths);
  return { ok: true, value: result.data };
}

const maxPasses = 8;

/** Default values by normalised property name. Properties that identify a resource have no default. */
const defaultsByName: ReadonlyMap<string, unknown> = new Map<string, unknown>([
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

/** Returns a property by its name, ignoring case, `_` and `-`; undefined if absent. */
export function property(object: object, name: string): unknown {
  if (Object.hasOwn(object, name)) return (object as Record<string, unknown>)[name];
  const wanted = normaliseName(name);
  return Object.entries(object).find(([given]) => normaliseName(given) === wanted)?.[1];
}

/** Returns the items of a list, bare or wrapped as `{_value: […]}`; any other value unchanged. */
export function unwrap(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const name in value) if (name.length === 6 && name.toLowerCase() === '_value') return value[name];
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Normaliser = (value: unknown) => unknown;

/** Cached per schema, as inspecting a schema is slow and lists are long. */
const normalisers = new WeakMap<z.ZodType, Normaliser>();

function normaliserFor(schema: unknown, name: string): Normaliser {
  if (schema instanceof z.ZodNullable) return nullable(schema, name);
  if (schema instanceof z.ZodOptional) {
    const inner = normaliserFor(schema.unwrap(), name);
    return (value) => (value === undefined || value === null ? undefined : inner(value));
  }
  if (schema instanceof z.ZodNull) return () => null;
  if (schema instanceof z.ZodUnknown) return (value) => limitDepth(value, maxDepth);
  if (schema instanceof z.ZodObject) return object(schema);
  if (schema instanceof z.ZodArray) {
    const inner = normaliserFor(schema.element, name);
    return (value) => {
      const items = unwrap(value) ?? [];
      return Array.isArray(items) ? items.map(inner) : items;
    };
  }
  const fallback = defaultsByName.get(normaliseName(name));
  const inner = scalar(schema);
  return (value) => inner(value ?? fallback);
}

/** Depth below which values without a schema become null, so that recursive code can process them. */
const maxDepth = 32;

function limitDepth(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item) => limitDepth(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, limitDepth(item, levels - 1)]),
  );
}

function nullable(schema: z.ZodNullable, name: string): Normaliser {
  const inner = schema.unwrap();
  const conform = normaliserFor(inner, name);
  const isText = inner instanceof z.ZodString;
  const isTime = inner instanceof z.ZodISODateTime;
  return (value) => {
    if (value === undefined || value === null) return null;
    if (value === '' && !isText) return null;
    const result = conform(value);
    return isTime && typeof result === 'string' && isNever(result) ? null : result;
  };
}

function object(schema: z.ZodObject): Normaliser {
  const fields = Object.entries(schema.shape).map(([name, inner]) => {
    return { name, plain: normaliseName(name), conform: normaliserFor(inner, name) };
  });
  const isOptional = ({ name }: { readonly name: string }): boolean =>
    schema.shape[name] instanceof z.ZodOptional;
  const [required, optional] = [fields.filter((field) => !isOptional(field)), fields.filter(isOptional)];
  return (given) => {
    const value = unwrap(given);
    if (!isObject(value)) return value;
    // Most services spell names as the API reference does. Other spellings need this slower lookup.
    let byName: ReadonlyMap<string, unknown> | null = null;
    const find = (name: string, plain: string): unknown => {
      if (Object.hasOwn(value, name)) return value[name];
      byName ??= new Map(Object.entries(value).map(([key, item]) => [normaliseName(key), item]));
      return byName.get(plain);
    };
    // `Object.fromEntries` would be noticeably slower for a list of ten thousand records.
    const found: Record<string, unknown> = {};
    for (const { name, plain, conform } of required) found[name] = conform(find(name, plain));
    const isAsReference = required.length > 0 && byName === null;
    for (const { name, plain, conform } of optional) {
      const read = conform(isAsReference ? value[name] : find(name, plain));
      if (read !== undefined) found[name] = read;
    }
    return found;
  };
}

function scalar(schema: unknown): Normaliser {
  if (schema instanceof z.ZodISODateTime) return (value) => readTimestamp(value) ?? value;
  if (schema instanceof z.ZodNumber) return readNumber;
  if (schema instanceof z.ZodBoolean) return readFlag;
  if (schema instanceof z.ZodEnum) {
    return (value) => (typeof value === 'string' ? value.toUpperCase() : value);
  }
  if (schema instanceof z.ZodString) {
    return (value) => (typeof value === 'number' ? String(value) : value);
  }
  return (value) => value;
}

/** Converts numeric text to a number; returns any other value unchanged. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function readFlag(value: unknown): unknown {
  if (typeof value === 'string' && /^(true|false)$/i.test(value.trim())) {
    return value.trim().toLowerCase() === 'true';
  }
  if (value === 1 || value === '1') return true;
  return value === 0 || value === '0' ? false : value;
}

function normaliseName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

function firstProblem(error: z.ZodError): Message {
  const issue = error.issues[0];
  if (!issue) return messageOf('problem/wrong');
  return problemIn(issue);
}
