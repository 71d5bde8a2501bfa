import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { runService } from './run-slipway.ts';

const reference = join(import.meta.dirname, '../../../main/cli/JSON.md');

/** Returns the field names of a value, its elements and its `nested` fields. */
function fieldsOf(value: unknown, nested: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, nested));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(nested.includes(name) ? fieldsOf(inner, nested) : []),
  ]);
}

test('JSON.md describes every field that commands print', async () => {
  const described = new Set((await readFile(reference, 'utf8')).match(/(?<=`)\w+(?=`)/g));
  const { environment } = await runService();
  const [folder, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const [apk, ipa] = [await writeApk(folder), await writeIpa(folder)];
  const nested = ['package', 'target', 'recipients', 'account', 'uploads', 'error', 'lastProfile', 'signing'];
  const commands: readonly (readonly string[])[] = [
    ['upload', apk, ipa, '--activate'],
    ['upload', '--dry-run', apk],
    ['inspect', apk, ipa],
    ['apps'],
    ['versions', 'Notes'],
    ['history'],
    ['status'],
    ['network'],
    ['registration'],
    ['versions', 'Nothing'],
    ['service', 'token', 'add', 'ci', '--all-apps'],
    ['service', 'people'],
    ['folders', 'add', folder],
    ['folders', 'presets', folder],
    ['service', 'status'],
    ['service', 'token', 'list'],
    ['service', 'mail'],
  ];
  for (const words of commands) {
    const { stdout } = await slipwayHere([...words, '--json', '--data-dir', dataDir], environment);
    const fields = fieldsOf(JSON.parse(stdout), nested);
    expect(fields.length, words.join(' ')).toBeGreaterThan(2);
    expect(
      fields.filter((name) => !described.has(name)),
      words.join(' '),
    ).toEqual([]);
  }
});
