/** Counts in a language: `2 Versionen`, by the language's own rule for what is one and what are many. */
export function countingIn(
  language: string,
): (count: number, one: string, many: string, shown?: string) => string {
  const rules = new Intl.PluralRules(language);
  return (count, one, many, shown = String(count)) =>
    `${shown} ${rules.select(count) === 'one' ? one : many}`;
}
