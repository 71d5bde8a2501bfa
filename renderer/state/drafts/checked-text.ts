import { useState } from 'react';

/** A text field whose text is checked when it is taken. `problemOf` says what is wrong with a text. */
export function useCheckedText(first: string, problemOf: (text: string) => string | undefined) {
  const [text, setText] = useState(first);
  const [error, setError] = useState<string | undefined>();
  return {
    text,
    field: {
      value: text,
      error,
      onText: (next: string): void => {
        setText(next);
        setError(undefined);
      },
    },
    /** False when it cannot be used, which the field says until it is changed. */
    check: (): boolean => {
      const problem = problemOf(text);
      setError(problem);
      return problem === undefined;
    },
  };
}
