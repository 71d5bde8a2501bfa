import type { z } from 'zod';

type Call<Schema extends z.ZodType, Result> = { readonly arguments: Schema; readonly result?: Result };

/**
 * `call<Result>()(() => schema)`: the result type is stated, the argument type follows from the schema. It is made when first
 * asked for: making all of them takes longer than most commands.
 */
export const call =
  <Result>() =>
  <Schema extends z.ZodType>(schema: () => Schema): Call<Schema, Result> => {
    let made: Schema | null = null;
    return {
      get arguments() {
        made ??= schema();
        return made;
      },
    };
  };
