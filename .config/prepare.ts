/**
 * `npm ci` and `npm pack` run this script. It writes the types of messages, which tsc and editors need. For
 * `npm pack`, it also builds the files of the package.
 */
import './message-types.ts';

if (process.env['npm_command'] === 'pack') {
  const { build } = await import('../test/tools.ts');
  if (!build()) process.exitCode = 1;
}
