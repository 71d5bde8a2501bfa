/** Text files from users in various encodings. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goodMapping } from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService } from './run-slipway.ts';

const little = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const big = (text: string) => little(text).swap16();
const latin = (text: string) => Buffer.from(text, 'latin1');
const unmarked = (text: string) => Buffer.from(text, 'utf16le');
const cut = (text: string) => little(text).subarray(0, -1);

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return path;
}

describe('release notes in a file', () => {
  test('are rejected before the upload unless UTF-8 or UTF-16 with a BOM', async () => {
    const { environment } = await runService();
    const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    const run = (...words: readonly string[]) =>
      slipwayHere([...words, '--data-dir', dataDir, '--json'], environment);
    const apk = await writeApk(folder);
    for (const encode of [latin, unmarked, cut]) {
      const refused = await run('upload', '--notes-file', await fileOf('notes.txt', encode('Grüße')), apk);
      expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
        1,
        { error: { code: 'file/notText' } },
      ]);
    }
    expect(JSON.parse((await run('apps')).stdout)).toEqual([]);
    const done = await run('upload', '--notes-file', await fileOf('notes.txt', little('Grüße')), apk);
    expect(JSON.parse(done.stdout)).toMatchObject([{ releaseNote: 'Grüße' }]);
  });
});

describe('push mapping and message', () => {
  test('are rejected unless UTF-8 or UTF-16 with a BOM', async () => {
    const message = JSON.stringify({ to: 'T', data: { notification: { title: 'Grüße' } } });
    const resolve = async (mapping: Buffer, received: Buffer) =>
      slipwayHere([
        ...['push', 'resolve', '--json'],
        await fileOf('pushnotification.json', mapping),
        await fileOf('message.json', received),
      ]);
    expect((await resolve(big(goodMapping), little(message))).stdout).toContain('Grüße');
    for (const encode of [latin, unmarked]) {
      const refused = await resolve(Buffer.from(goodMapping), encode(message));
      expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'file/notText' } });
    }
  });
});

describe('a CSV file of members', () => {
  test('is rejected unless it is UTF-8', async () => {
    const file = await fileOf('people.csv', latin('email,name\nzoe@example.test,Zo\xeb\n'));
    const words = ['service', 'people', 'import', file, '--data-dir', await temporaryFolder(), '--json'];
    const { code, stdout, stderr } = await slipwayHere(words);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'service/badCsv' } }]);
    expect(stdout + stderr).toContain('not UTF-8 text');
  });
});
