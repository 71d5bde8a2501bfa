import { useState } from 'react';
import type { Failure } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { type CallState, failureOf, stateOf } from '../data/calls.ts';

export type Problems<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

export type Form<Draft> = CallState & {
  readonly draft: Draft;
  readonly problems: Problems<Draft>;
  change(changes: Partial<Draft>): void;
  /** Shows problems at their fields, translated while rendering. Returns true if there are no problems. */
  check(problems: () => Problems<Draft>): boolean;
  text<Field extends keyof Draft>(
    field: Field,
  ): FieldProps & { onText(value: Draft[Field]): void; readonly value: Draft[Field] };
  choice<Field extends keyof Draft>(
    field: Field,
  ): FieldProps & { onChoose(value: Draft[Field]): void; readonly value: Draft[Field] };
};

type FieldProps = { readonly error: string | undefined };
type Call = { readonly isPending: boolean; readonly error: unknown; reset(): void };

/** Returns a form with initial values. Errors of `calls` appear at their field, else as `error`. */
export function useForm<Draft extends object>(
  first: Draft | (() => Draft),
  calls: readonly Call[] = [],
): Form<Draft> {
  return useFormOf(useState(first), calls);
}

export function useFormOf<Draft extends object>(
  [draft, setDraft]: readonly [Draft, (next: Draft) => void],
  calls: readonly Call[] = [],
  isShown: (field: string) => boolean = () => true,
): Form<Draft> {
  const [found, setFound] = useState<Found<Draft>>(nothingFound);
  const { busy, error } = stateOf(...calls);
  const field = error ? fieldIn(draft, failureOf(error).field) : null;
  const isAtField = field !== null && isShown(field);
  const refused = isAtField ? { [field]: fieldText(failureOf(error)) } : {};
  const problems = { ...refused, ...problemsIn(found) } as Problems<Draft>;
  const change = (changes: Partial<Draft>): void => {
    setDraft({ ...draft, ...changes });
    setFound({ ...found, changed: new Set([...found.changed, ...Object.keys(changes)]) });
    if (!busy) for (const call of calls) call.reset();
  };
  return {
    ...{ draft, problems, busy, change },
    error: isAtField ? null : error,
    check: (next) => {
      const checked = { problems: next, changed: new Set<string>() };
      setFound(checked);
      return Object.keys(problemsIn(checked)).length === 0;
    },
    text: (field) => ({
      value: draft[field],
      error: problems[field],
      onText: (value) => change({ [field]: value } as unknown as Partial<Draft>),
    }),
    choice: (field) => ({
      value: draft[field],
      error: problems[field],
      onChoose: (value) => change({ [field]: value } as unknown as Partial<Draft>),
    }),
  };
}

/** Problems of the last check, and the fields that the user changed since. */
type Found<Draft> = {
  readonly problems: () => Problems<Draft>;
  readonly changed: ReadonlySet<string>;
};

const nothingFound = { problems: () => ({}), changed: new Set<string>() };

function problemsIn<Draft>({ problems, changed }: Found<Draft>): Problems<Draft> {
  return Object.fromEntries(
    Object.entries(problems()).filter(([name, problem]) => problem !== undefined && !changed.has(name)),
  ) as Problems<Draft>;
}

/** Returns the text with the quoted response of the service, because a field does not show details. */
const fieldText = ({ message, quote }: Failure): string =>
  quote === undefined ? message : `${message} ${t('common.quoted', { text: quote })}`;

/** Returns the draft field for an argument: `tls.key` if it exists, else `tls`, else null. */
function fieldIn(draft: object, argument = ''): string | null {
  const [first = ''] = argument.split('.', 1);
  return argument in draft ? argument : first in draft ? first : null;
}
