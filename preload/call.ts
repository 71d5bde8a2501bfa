import type { z } from 'zod';

/** `local`: programs of the same user through the local socket. */
export type Caller = 'window' | 'tab' | 'local';

export const window: readonly Caller[] = ['window'];
export const page: readonly Caller[] = ['window', 'tab'];
export const local: readonly Caller[] = ['local'];
export const all: readonly Caller[] = ['window', 'tab', 'local'];

/**
 * How a page may pass a path. `received`: a file dropped or chosen in the page. `project`: a checked project.
 * `mapping`: the mapping file of a checked project. `typed`: entered by the user; main reads only builds,
 * project files and certificates there and returns no other content. `shown`: opened in the file manager.
 * `compared`: only compared with paths in main. `never`: not allowed.
 */
export type PathRule = 'received' | 'project' | 'mapping' | 'typed' | 'shown' | 'compared' | 'never';

/** Rules by argument, in dotted form. `*` matches each entry of a list. */
type PathRules = Readonly<Record<string, PathRule>>;

type Call<Schema extends z.ZodType, Result> = {
  readonly arguments: Schema;
  readonly result?: Result;
  readonly callers: readonly Caller[];
  readonly paths: PathRules;
};

/**
 * `call<Result>(callers)(() => schema, paths)`. Creates the schema at its first use, because creating all of
 * them takes longer than most commands.
 */
export const call =
  <Result>(callers: readonly Caller[]) =>
  <Schema extends z.ZodType>(schema: () => Schema, paths: PathRules = {}): Call<Schema, Result> => {
    let created: Schema | null = null;
    return {
      callers,
      paths,
      get arguments() {
        created ??= schema();
        return created;
      },
    };
  };
