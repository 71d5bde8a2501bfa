/**
 * Runs an installed package in Node instead of Electron. Instead of opening a window, it appends a line to
 * the file WINDOWS_LOG and keeps running. With UPDATES, it also installs an update; see update-itself.ts.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readAsar } from '../e2e/package-files.ts';

const [program = '', ...given] = process.argv.slice(2);
const resources = join(dirname(program), 'resources');
const folder = mkdtempSync(join(tmpdir(), 'slipway-packaged-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());

const shell = `import { appendFileSync, readFileSync } from 'node:fs';
export function startShell({ arguments: given }) {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  appendFileSync(process.env.WINDOWS_LOG, JSON.stringify({ pid: process.pid, version, given }) + '\\n');
  setInterval(() => undefined, 60_000);
  const order = JSON.parse(process.env.UPDATES ?? 'null');
  if (order) import(${JSON.stringify(join(import.meta.dirname, 'update-itself.ts'))}).then(
    ({ updateItself }) => updateItself(process.resourcesPath, version, order),
  );
}
`;
for (const { path, bytes } of readAsar(readFileSync(join(resources, 'app.asar')))) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), path === 'out/main/app.js' ? shell : bytes);
}
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '0.0.0' } });
Object.assign(process, { resourcesPath: resources, argv: [program, ...given] });
await import(join(folder, 'out', 'main', 'index.js'));
