/** Id of an ordinary user, because Slipway's packages refuse root. */
export const nobody = 65_534;

/** Prefix that runs a command as an ordinary user who may read the project. */
export const asNobody: readonly string[] = [
  ...['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
];

/** Returns a command for the current user, or for an ordinary user instead of root. */
export function asUser(...command: readonly string[]): [program: string, parameters: string[]] {
  const [program = '', ...parameters] = [...(process.getuid?.() === 0 ? asNobody : []), ...command];
  return [program, parameters];
}
