import type { z } from 'zod';

type Call<Schema extends z.ZodType, Result> = { readonly arguments: Schema; readonly result?: Result };

/** `call<Result>()(schema)`: the result type is stated, the argument type follows from the schema. */
export const call =
  <Result>() =>
  <Schema extends z.ZodType>(schema: Schema): Call<Schema, Result> => ({ arguments: schema });
