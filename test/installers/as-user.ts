/** Slipway's packages refuse root, and these tests may need it. */
export const nobody = 65_534;

/** In front of a command that an ordinary user gives, who may read the project wherever it lies. */
export const asNobody: readonly string[] = [
  ...['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
];

/** A command as the user who runs this, or as an ordinary one where that is root. */
export function asUser(...command: readonly string[]): [program: string, parameters: string[]] {
  const [program = '', ...parameters] = [...(process.getuid?.() === 0 ? asNobody : []), ...command];
  return [program, parameters];
}
