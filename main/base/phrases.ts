/**
 * Sentences for people that are kept as text, in the journal and with a build, and recognised when they are said in another
 * language. They are made from tables only, and every template of a table has its translations (`main/languages`), so that
 * none is left in English. Pure.
 */

declare const fromTable: unique symbol;
/** Made by a maker of a `phraseTable`. */
export type PhraseText = string & { readonly [fromTable]: true };

/** What stands for values in a template: `name` in `Split apk “{name}”`. */
type NamesIn<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Maker<Template> = [NamesIn<Template>] extends [never]
  ? () => PhraseText
  : (values: Readonly<Record<NamesIn<Template>, string | number>>) => PhraseText;

type Makers<Table> = { readonly [Kind in keyof Table]: Maker<Table[Kind]> };

/** Makers by kind from templates by kind. */
export function phraseTable<const Table extends Readonly<Record<string, string>>>(
  table: Table,
): Makers<Table> {
  const made = Object.entries(table).map(([kind, template]) => [
    kind,
    (values: Readonly<Record<string, string | number>> = {}) =>
      template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) as PhraseText,
  ]);
  return Object.fromEntries(made) as Makers<Table>;
}
