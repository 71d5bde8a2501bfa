/** What main gives, with its messages as the English they are said in. */
import { type Localised, localise } from '../main/messages/localised.ts';

export const inEnglish = <Value>(value: Value): Localised<Value> => localise(value, 'en');

type Answer<Result> = Result extends Promise<infer Value> ? Promise<Localised<Value>> : Localised<Result>;

/** A function of main that answers in English. */
export function saying<Ask extends (...values: never[]) => unknown>(
  ask: Ask,
): (...values: Parameters<Ask>) => Answer<ReturnType<Ask>> {
  return (...values) => {
    const answer = ask(...(values as never[]));
    return (answer instanceof Promise ? answer.then(inEnglish) : inEnglish(answer)) as Answer<
      ReturnType<Ask>
    >;
  };
}
