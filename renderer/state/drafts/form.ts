/** What is entered in a form, what is wrong with it field by field, and the calls that submit it. */
import { useState } from 'react';
import type { Failure } from '../../../preload/page.ts';
import { type CallState, failureOf, stateOf } from '../data/calls.ts';

export type Problems<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

export type Form<Draft> = CallState & {
  readonly draft: Draft;
  readonly problems: Problems<Draft>;
  change(changes: Partial<Draft>): void;
  /** Shows problems at their fields. Returns true if there are none. */
  check(problems: Problems<Draft>): boolean;
  /** Props of a text field. */
  text<Field extends keyof Draft>(
    field: Field,
  ): FieldProps & { onText(value: Draft[Field]): void; readonly value: Draft[Field] };
  /** Props of a choice. */
  choice<Field extends keyof Draft>(
    field: Field,
  ): FieldProps & { onChoose(value: Draft[Field]): void; readonly value: Draft[Field] };
};

type FieldProps = { readonly error: string | undefined };
/** A refusal at the fields it is about; null if it is about none. */
type FieldsOf<Draft> = (failure: Failure, draft: Draft) => Problems<Draft> | null;
type Call = { readonly isPending: boolean; readonly error: unknown; reset(): void };

/**
 * A form that begins with `first`, or that keeps its draft elsewhere. A refusal of one of `calls` is shown at the field it
 * is about and in `error` if it is about none.
 */
export function useForm<Draft extends object>(
  first: Draft | (() => Draft),
  calls: readonly Call[] = [],
  fieldsOf?: FieldsOf<Draft>,
): Form<Draft> {
  return useFormOf(useState(first), calls, fieldsOf);
}

export function useFormOf<Draft extends object>(
  [draft, setDraft]: readonly [Draft, (next: Draft) => void],
  calls: readonly Call[] = [],
  fieldsOf: FieldsOf<Draft> = problemsOf,
): Form<Draft> {
  const [found, setFound] = useState<Problems<Draft>>({});
  const { busy, error } = stateOf(...calls);
  const refused = error ? fieldsOf(failureOf(error), draft) : null;
  const problems = { ...refused, ...found };
  const change = (changes: Partial<Draft>): void => {
    setDraft({ ...draft, ...changes });
    setFound(
      Object.fromEntries(Object.entries(found).filter(([field]) => !(field in changes))) as typeof found,
    );
    if (!busy) for (const call of calls) call.reset();
  };
  return {
    ...{ draft, problems, busy, change },
    error: refused ? null : error,
    check: (next) => {
      setFound(next);
      return Object.values(next).every((problem) => problem === undefined);
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

const problemsOf = (): null => null;
