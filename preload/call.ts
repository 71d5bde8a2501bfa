import type { z } from 'zod';

/** `local` is another process of the same user, connected to the local server. */
export type Caller = 'window' | 'tab' | 'local';

export const window: readonly Caller[] = ['window'];
export const page: readonly Caller[] = ['window', 'tab'];
export const local: readonly Caller[] = ['local'];
export const all: readonly Caller[] = ['window', 'tab', 'local'];

/**
 * Allowed origin of a path. `received`: dropped or chosen in the page. `project`: a checked project.
 * `mapping`: the mapping file of such a project. `typed`: entered; main reads only builds, project files and
 * certificates. `shown`: only opened in the file manager. `compared`: only compared in main. `never`: pages
 * must not pass a path.
 */
export type PathRule = 'received' | 'project' | 'mapping' | 'typed' | 'shown' | 'compared' | 'never';

/** Rule by argument, such as `change.file`. `*` matches each entry of a list. */
type PathRules = Readonly<Record<string, PathRule>>;

type Call<Schema extends z.ZodType, Result> = {
  readonly arguments: Schema;
  readonly result?: Result;
  readonly callers: readonly Caller[];
  readonly paths: PathRules;
};

/**
 * `call<Result>(callers)(() => schema, paths)`. Schemas are created on first use, because creating all of
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
