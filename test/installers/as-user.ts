/** User id of an ordinary user, because the packages of Slipway refuse to run as root. */
export const nobody = 65_534;

/** Command prefix for an ordinary user who may read all files of the project. */
export const asNobody: readonly string[] = [
  ...['/usr/bin/setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
];

/** Returns the command and its arguments. If this process is root, the command runs as an ordinary user. */
export function asUser(...command: readonly string[]): [program: string, parameters: string[]] {
  const [program = '', ...parameters] = [...(process.getuid?.() === 0 ? asNobody : []), ...command];
  return [program, parameters];
}
