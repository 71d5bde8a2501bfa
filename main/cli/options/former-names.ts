/** Options that had another name in an earlier version. Both are understood; only the new one is in the help. Pure. */
const formerNames: Readonly<Record<string, string>> = {
  '--after': '--on-success',
  '--ask': '--confirm',
  '--no-ask': '--no-confirm',
  '--earlier': '--existing',
  '--poll': '--polling',
};

/** The arguments of a command with the names options have now. What stands behind `--` is no option. */
export function withPresentNames(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.map((word, index) => {
    if (end !== -1 && index > end) return word;
    const [name = '', ...value] = word.split('=');
    return Object.hasOwn(formerNames, name) ? [formerNames[name], ...value].join('=') : word;
  });
}
