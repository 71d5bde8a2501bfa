/**
 * Ends in plain words where Node is too old for everything else: as JavaScript that any Node can read, loaded before
 * whatever only a newer one knows.
 */
const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  const message = `Slipway needs Node.js ${needed} or newer, but ${process.execPath} is ${process.versions.node}. Install Node.js ${needed} from https://nodejs.org, make sure that “node --version” says so, and start Slipway again.`;
  process.stderr.write(`slipway: ${message}\n`);
  if (process.argv.includes('--json')) {
    const error = { code: 'cli/oldNode', message, remedy: 'none' };
    process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
  }
  process.exit(1);
}
