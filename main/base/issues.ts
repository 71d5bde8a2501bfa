import type { z } from 'zod';
import { joinMessages, type Keys, type Message, messageOf } from '../messages/message.ts';

const typeProblems: Readonly<Record<string, Message>> = {
  string: messageOf('problem/noText'),
  number: messageOf('problem/noNumber'),
  int: messageOf('problem/notWhole'),
  boolean: messageOf('problem/noBoolean'),
  array: messageOf('problem/noList'),
  object: messageOf('problem/noObject'),
  record: messageOf('problem/noObject'),
};

/** Returns an issue's message. A schema can set its code: `error: 'problem/kinds' satisfies Code`. */
export function problemOf(issue: z.core.$ZodIssue): Message {
  if (/^problem\/\w+$/.test(issue.message)) return { code: issue.message };
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return messageOf('problem/missing');
  if (issue.input === null) return messageOf('problem/empty');
  switch (issue.code) {
    case 'invalid_type':
      return typeProblems[issue.expected] ?? messageOf('problem/otherKind');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'datetime' ? messageOf('problem/noTime') : messageOf('problem/wrongForm');
    case 'invalid_value':
      return messageOf('problem/noneOf', { values: issue.values.map(String).join(', ') });
    case 'unrecognized_keys':
      return messageOf('problem/unknownFields', { names: issue.keys.join(', ') });
    default:
      return messageOf('problem/wrong');
  }
}

function tooSmall(origin: string, min: number): Message {
  if (origin === 'string')
    return min === 1 ? messageOf('problem/empty') : messageOf('problem/tooShort', { count: min });
  if (origin === 'array' && min === 1) return messageOf('problem/empty');
  return origin === 'array'
    ? messageOf('problem/tooFewEntries', { count: min })
    : messageOf('problem/tooSmall', { limit: min });
}

function tooBig(origin: string, max: number): Message {
  if (origin === 'string') return messageOf('problem/tooLong', { count: max });
  return origin === 'array'
    ? messageOf('problem/tooManyEntries', { count: max })
    : messageOf('problem/tooLarge', { limit: max });
}

/**
 * Returns an issue with its field: `“id” of entry 1: it is missing`. Omits the field if the issue concerns
 * the whole value. Requires parsing with `reportInput: true`.
 */
export function problemIn(issue: z.core.$ZodIssue): Message {
  const problem = problemOf(issue);
  const [first, ...rest] = issue.path.map((key) => (typeof key === 'number' ? key + 1 : String(key)));
  if (first === undefined) return problem;
  if (typeof first === 'string') {
    return messageOf('problem/field', { name: [first, ...rest].join('.'), problem });
  }
  if (rest.length === 0) return messageOf('problem/entry', { number: first, problem });
  return messageOf('problem/fieldOfEntry', { name: rest.join('.'), number: first, problem });
}

export function problemsIn(error: z.ZodError): Message {
  return joinMessages('text/problems', error.issues.map(problemIn));
}

/** Returns the dotted path of the invalid field; undefined if the issues concern several fields. */
export function fieldOf({ issues: [first, ...rest] }: z.ZodError): string | undefined {
  const isOther = rest.some(({ path }) => path[0] !== first?.path[0]);
  return isOther ? undefined : first?.path.join('.') || undefined;
}

export type FieldMessages = Readonly<Record<string, `field/${Keys<'field'>}`>>;

/** Returns the problems of a form as sentences that start with the field's label. */
export function problemsOfForm(error: z.ZodError, fields: FieldMessages, of = problemOf): Message {
  const problems = error.issues.map((issue) => {
    const field = fields[String(issue.path[0])];
    return field === undefined ? problemIn(issue) : messageOf(field, { problem: of(issue) });
  });
  return joinMessages('text/sentences', problems);
}
