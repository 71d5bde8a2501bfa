/** What a schema finds wrong with a value, in words. What a schema says itself (`error: '…'`) goes before it. Pure. */
import type { z } from 'zod';

const notOfKind: Readonly<Record<string, string>> = {
  string: 'it is not a text',
  number: 'it is not a number',
  int: 'it is not a whole number',
  boolean: 'it is neither true nor false',
  array: 'it is not a list',
  object: 'it is not an object',
  record: 'it is not an object',
};

/** To be given to `parse` as `error`. A sentence without its end, as `problemInWords` takes it. */
export const issueInWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'it is missing';
  if (issue.input === null) return 'it is empty';
  switch (issue.code) {
    case 'invalid_type':
      return notOfKind[issue.expected] ?? 'it is of another kind than expected';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'datetime' ? 'it is not a time' : 'it is not written as it should be';
    case 'invalid_value':
      return `it is none of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `it has more than is known: ${issue.keys.join(', ')}`;
    default:
      return 'it is not as it should be';
  }
};

function tooSmall(origin: string, least: number): string {
  if (origin === 'string') return least === 1 ? 'it is empty' : `it is shorter than ${least} characters`;
  return origin === 'array' ? `it has fewer than ${least} entries` : `it is less than ${least}`;
}

function tooBig(origin: string, most: number): string {
  if (origin === 'string') return `it is longer than ${most} characters`;
  return origin === 'array' ? `it has more than ${most} entries` : `it is more than ${most}`;
}

/** A problem with its field: `“id” of entry 1: it is missing`; the problem alone where it is that of the whole value. */
export function problemInWords({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string {
  const [first, ...rest] = path.map((key) => (typeof key === 'number' ? key + 1 : String(key)));
  if (first === undefined) return message;
  if (typeof first === 'string') return `“${[first, ...rest].join('.')}”: ${message}`;
  const entry = `entry ${first}`;
  return rest.length === 0 ? `${entry}: ${message}` : `“${rest.join('.')}” of ${entry}: ${message}`;
}
