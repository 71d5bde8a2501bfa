/**
 * npm runs this after `npm ci` and before `npm pack`. Writes the types of messages, which tsc and editors need, and builds
 * the files of the npm package.
 */
import './message-types.ts';

if (process.env['npm_command'] === 'pack') {
  const { build } = await import('../test/tools.ts');
  if (!build()) process.exitCode = 1;
}
