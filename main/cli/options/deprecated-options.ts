/** Option names of an earlier version: still accepted, but not in the help. Pure. */
const currentNames: Readonly<Record<string, string>> = {
  '--after': '--on-success',
  '--ask': '--confirm',
  '--no-ask': '--no-confirm',
  '--earlier': '--existing',
  '--poll': '--polling',
};

/** The arguments with the current names of their options. Words after `--` are no options. */
export function withCurrentNames(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.map((word, index) => {
    if (end !== -1 && index > end) return word;
    const [name = '', ...value] = word.split('=');
    return Object.hasOwn(currentNames, name) ? [currentNames[name], ...value].join('=') : word;
  });
}
