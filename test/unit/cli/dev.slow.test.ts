/** `npm run dev` rebuilds and restarts the application after each change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const project = resolve(import.meta.dirname, '../../..');
const copied = ['main', 'preload', 'renderer', 'assets', '.config', '.github', 'package.json', 'LICENSE'];

/** Runs the command in a copy of the project, without a display. */
async function startDev() {
  const folder = join(await temporaryFolder(), 'project');
  await mkdir(folder);
  for (const name of copied) await cp(join(project, name), join(folder, name), { recursive: true });
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const { DISPLAY: _, WAYLAND_DISPLAY: _display, ...env } = process.env;
  const dataDir = await temporaryFolder();
  const words = [join(folder, '.config/dev.ts'), '--no-open', '--data-dir', dataDir];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const pages = (): readonly string[] => output.match(/http:\/\/127\.0\.0\.1:\d+\/#token=\S+/g) ?? [];
  /** Waits until the application has started `count` times and returns the address of its page. */
  const page = async (count: number): Promise<string> => {
    while (pages().length < count) {
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => Promise.reject(new Error(`the command ended: ${output}`))),
      ]);
    }
    return pages()[count - 1] ?? '';
  };
  return { folder, child, ended, page, output: () => output };
}

const answers = (page: string): Promise<boolean> =>
  fetch(page).then(
    ({ ok }) => ok,
    () => false,
  );

describe.skipIf(process.platform !== 'linux')('npm run dev', () => {
  test('restarts the application after each change and stops it on exit', async () => {
    const { folder, child, ended, page, output } = await startDev();
    let last = await page(1);
    const changes: readonly (readonly [file: string, built: string, text: string])[] = [
      ['main/index.ts', 'out/main/index.js', '\nprocess.title = "changed-main";\n'],
      ['preload/preload.ts', 'out/preload/preload.cjs', '\nprocess.title = "changed-preload";\n'],
      ['renderer/styles/base.css', 'out/renderer/index.html', '\n.changed-page { color: red; }\n'],
    ];
    for (const [index, [file, , text]] of changes.entries()) {
      await appendFile(join(folder, file), text);
      const next = await page(index + 2);
      expect([await answers(last), await answers(next)]).toEqual([false, true]);
      last = next;
    }
    const built = ['out/main/index.js', 'out/preload/preload.cjs'].map((file) =>
      readFile(join(folder, file), 'utf8'),
    );
    expect((await Promise.all(built)).map((text) => /changed-(main|preload)/.test(text))).toEqual([
      true,
      true,
    ]);
    const locale = join(folder, 'assets/locales/en/main/terminal.json');
    const texts = await readFile(locale, 'utf8');
    await writeFile(locale, texts.replace('There is no saved account', 'There is no stored account'));
    last = await page(5);
    expect(await answers(last)).toBe(true);
    expect(output()).not.toContain('in use');
    child.kill('SIGTERM');
    await ended;
    expect(await answers(last)).toBe(false);
  }, 540_000);
});
