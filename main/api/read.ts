/**
 * The tolerant reader: takes any answer close to a wire schema and gives exactly that schema. Property names in any
 * case, unknown ones ignored, missing or null ones filled where the meaning is plain, numbers and truths as text,
 * timestamps with or without fraction and `Z`, lists bare or wrapped as `{_value}`. An answer without its `id` is not
 * the promised resource. Pure.
 */
import type { z } from 'zod';

type Definition = {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
};

/** Fields nothing may stand in for. */
const essential: ReadonlySet<string> = new Set(['id', 'access_token', 'expires_in']);

/** The value the schema describes. Throws a `ZodError` when the answer is something else. */
export function readAs<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  return schema.parse(shapedAs(schema, answer));
}

/** The answer brought as near to the schema as its meaning allows; still to be checked. */
export function shapedAs(schema: z.ZodType, answer: unknown): unknown {
  return shaped(schema, answer);
}

function definitionOf(schema: z.core.$ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

function shaped(schema: z.core.$ZodType, value: unknown): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return isObject(value) ? shapedObject(definition, value) : value;
    case 'array':
      return shapedList(definition, value);
    case 'nullable':
    case 'optional':
      return value === null || value === undefined || value === '' ? null : inner(definition, value);
    case 'string':
      return definition.format === 'datetime' ? utcTime(value) : shapedText(value);
    case 'number':
      return shapedNumber(value);
    case 'boolean':
      return shapedTruth(value);
    case 'enum':
      return typeof value === 'string' ? value.toUpperCase() : value;
    case 'null':
      return null;
    default:
      return value;
  }
}

function inner(definition: Definition, value: unknown): unknown {
  return definition.innerType ? shaped(definition.innerType, value) : value;
}

function shapedObject(definition: Definition, value: Readonly<Record<string, unknown>>): unknown {
  const given = new Map(Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]));
  return Object.fromEntries(
    Object.entries(definition.shape ?? {}).map(([name, schema]) => {
      const item = given.get(name.toLowerCase());
      if (item === undefined || item === null)
        return [name, essential.has(name) ? undefined : fallback(schema)];
      return [name, shaped(schema, item)];
    }),
  );
}

/** What a missing value means: nothing, none, no, zero; for a time that must be there, the beginning of time. */
function fallback(schema: z.core.$ZodType): unknown {
  const { type, format } = definitionOf(schema);
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'number') return 0;
  if (type === 'string') return format === 'datetime' ? '1970-01-01T00:00:00.000Z' : '';
  return type === 'object' ? undefined : null;
}

function shapedList(definition: Definition, value: unknown): unknown {
  const list = unwrapped(value);
  if (!Array.isArray(list) || !definition.element) return list;
  const { element } = definition;
  return list.map((item) => shaped(element, item));
}

/** `{_value: [...], _links: [...]}` of link mode as the list it wraps. */
export function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value;
  return property(value, '_value') ?? value;
}

/** A property by its name in any case. */
export function property(value: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : value[found];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapedText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function shapedNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value;
}

function shapedTruth(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : value;
}

const timePattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Any of the timestamps services write, as `2026-11-21T08:30:00.123Z`; without a zone it is UTC. Others pass unchanged. */
export function utcTime(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const match = timePattern.exec(value.trim());
  if (!match) return value;
  const [, date, time = '', fraction = '', zone = 'Z'] = match;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const milliseconds = Date.parse(`${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`);
  return Number.isNaN(milliseconds) ? value : new Date(milliseconds).toISOString();
}
