/** `npm run dev`: builds everything and starts the application; node's watch mode runs this again after each change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createBuilder } from 'vite';

const project = join(import.meta.dirname, '..');
const builder = await createBuilder({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
});
await builder.buildApp();

const application = spawn(process.execPath, [join(project, 'out/main/index.js'), 'start'], {
  stdio: 'inherit',
});
const [code] = await once(application, 'exit');
process.exitCode = code ?? 1;
