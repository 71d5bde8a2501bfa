/** Replaces localised messages in values, and in the results of functions, with their English text. */
import { type Localised, localise } from '../main/messages/localised.ts';

export const inEnglish = <Value>(value: Value): Localised<Value> => localise(value, 'en');

type EnglishResult<Result> =
  Result extends Promise<infer Value> ? Promise<Localised<Value>> : Localised<Result>;

/** Wraps a function of the main process so that messages in its result become English text. */
export function withEnglishResult<Callable extends (...values: never[]) => unknown>(
  call: Callable,
): (...values: Parameters<Callable>) => EnglishResult<ReturnType<Callable>> {
  return (...values) => {
    const result = call(...(values as never[]));
    return (result instanceof Promise ? result.then(inEnglish) : inEnglish(result)) as EnglishResult<
      ReturnType<Callable>
    >;
  };
}
