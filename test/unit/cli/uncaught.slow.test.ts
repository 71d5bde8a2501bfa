import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { takesLanguageFromVariables } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startSlipway } from './run-slipway.ts';

/** Returns Node options that load a module with a bug, which SIGWINCH triggers. */
async function bug(statement: string): Promise<string> {
  const path = join(await temporaryFolder(), 'bug.mjs');
  await writeFile(path, `process.on('SIGWINCH', () => { ${statement} });\n`);
  return `--import ${pathToFileURL(path).href}`;
}

const thrown = "throw new Error('a bug with token=abcdefgh in it')";
const rejected = "void Promise.reject(new Error('a bug with token=abcdefgh in it'))";

const languages = [
  ['de_DE.UTF-8', thrown, 'Etwas Unerwartetes ist geschehen', 'beim nächsten Start fortgesetzt'],
  ['fr_FR.UTF-8', rejected, 'Une erreur inattendue', 'au prochain démarrage'],
  ['tr_TR.UTF-8', thrown, 'Beklenmeyen bir şey oldu', 'bir sonraki başlatmada'],
  ['C.UTF-8', rejected, 'Something unexpected happened', 'continue at the next start'],
] as const;

test.each(languages.filter(([locale]) => takesLanguageFromVariables || locale === 'C.UTF-8'))(
  'an uncaught error is logged and reported in the language of %s',
  async (locale, statement, what, promise) => {
    const dataDir = await temporaryFolder();
    const running = startSlipway(['serve', '--no-ui', '--json', '--data-dir', dataDir], {
      NODE_OPTIONS: await bug(statement),
      LC_ALL: locale,
      LANGUAGE: '',
    });
    await running.until('stdout', 'http://127.0.0.1:');
    running.signal('SIGWINCH');
    const { code, stdout, stderr } = await running.ended;
    expect(stderr).toContain(what);
    expect(stderr).toContain(promise);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
    const log = await readFile(join(dataDir, 'logs', 'slipway.log'), 'utf8');
    expect(log).toContain('a bug with token=[hidden] in it');
    expect(stdout + stderr + log).not.toContain('abcdefgh');
    expect(log).toContain('Service stopped');
  },
);
