import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../../main/base/programs.ts';
import { createOpenFiles } from '../../../main/watcher/completeness/open-files.ts';
import { inEnglish } from '../../english.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { tinyBuild } from '../../fixtures/builds/zip-writer.ts';
import { until, watchedTestFolder } from './watched-folder.ts';

/** Opens a file in another process. Returns a function that closes it. */
async function openElsewhere(path: string, flags: 'r' | 'r+') {
  const words = [
    '-e',
    `fs.openSync(process.argv[1], '${flags}'); console.log(); process.stdin.resume()`,
    path,
  ];
  const other = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill());
  await once(other.stdout, 'data');
  return async () => {
    const closed = once(other, 'close');
    other.stdin.end();
    await closed;
  };
}

const onLinux = test.runIf(process.platform === 'linux');
const lsof = findProgram('lsof');
const queries = [
  ...(process.platform === 'linux' ? [['/proc', () => createOpenFiles('linux')] as const] : []),
  ...(lsof ? [['lsof', () => createOpenFiles('darwin', lsof)] as const] : []),
];

describe('a file that another process has open', () => {
  test.each(queries)('is reported as open for writing until it is closed (%s)', async (_name, openFiles) => {
    const folder = await temporaryFolder();
    const paths = ['a.apk', 'b.apk', 'c.apk'].map((name) => join(folder, name));
    for (const path of paths) await writeFile(path, 'x');
    const [written, read] = paths as [string, string, string];
    const close = await openElsewhere(written, 'r+');
    await openElsewhere(read, 'r');
    const { isOpenForWriting } = openFiles();
    expect(await Promise.all(paths.map(isOpenForWriting))).toEqual([true, false, false]);
    await close();
    expect(await Promise.all(paths.map(isOpenForWriting))).toEqual([false, false, false]);
  });

  onLinux('is announced only after it is closed, even if it is complete', async () => {
    const { path, rule, run } = await watchedTestFolder();
    const file = join(path, 'app.apk');
    await writeFile(file, tinyBuild());
    const close = await openElsewhere(file, 'r+');
    const { watcher, finished } = run();
    await watcher.watch(rule);
    await until(() => expect(inEnglish(watcher.waiting())[0]?.reason).toContain('open'));
    expect(finished).toEqual([]);
    await close();
    await until(() => expect(finished).toMatchObject([{ path: file }]));
  });
});

test('the open state of a file is unknown on an unsupported platform', async () => {
  expect(await createOpenFiles('win32').isOpenForWriting('C:\\app.apk')).toBeNull();
});
