/** Every path that a page can pass to a call must have a rule. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPagePaths } from '../../../main/bridge/page-paths.ts';
import { type CallName, calls } from '../../../preload/contract.ts';
import { isWindows } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sourceOf, sources } from '../structure/imports.ts';

type Schema = {
  readonly type?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

const names = Object.keys(calls) as readonly CallName[];
const isPathName = (name: string): boolean =>
  /path|folder|file|director|repositor|certificate|destination|target/i.test(name) && !/Ids?$/.test(name);
/** A schema marks a string as a path by one of these maximum lengths. */
const pathLengths = [32_767, 4_096];

function pathsIn(schema: Schema, at: readonly string[] = []): readonly string[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const named = at.findLast((part) => part !== '*') ?? '';
  const isPath = isPathName(named) || pathLengths.includes(schema.maxLength ?? 0);
  return [
    ...(schema.type === 'string' && isPath && !('enum' in schema || 'const' in schema) ? [at.join('.')] : []),
    ...branches.flatMap((branch) => pathsIn(branch, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => pathsIn(inner, [...at, key])),
    ...(schema.items ? pathsIn(schema.items, [...at, '*']) : []),
  ];
}

describe('the path rules', () => {
  test.each(names)('include every path argument of %s', (name) => {
    const schema = z.toJSONSchema(calls[name].arguments, { io: 'input', unrepresentable: 'any' }) as Schema;
    const found = [...new Set(pathsIn(schema))].toSorted();
    expect(found).toEqual(Object.keys(calls[name].paths).toSorted());
  });
});

describe('the allowed callers', () => {
  /** Returns the names of the calls in these folders. Both sides of the bridge write them in quotes. */
  const used = async (...folders: readonly string[]): Promise<ReadonlySet<string>> => {
    const files = (await Promise.all(folders.map(sources))).flat();
    return new Set(
      files.flatMap((file) => sourceOf(file).match(/(?<=['"])[a-z]+(\.[a-zA-Z]+)+(?=['"])/g) ?? []),
    );
  };
  const allowed = (...who: readonly string[]): readonly CallName[] =>
    names.filter((name) => calls[name].callers.some((caller) => who.includes(caller)));

  test('include pages for exactly the calls that the renderer uses', async () => {
    const inRenderer = await used('renderer');
    expect(allowed('window', 'tab')).toEqual(names.filter((name) => inRenderer.has(name)));
  });

  test('include programs for exactly the calls that the command line uses', async () => {
    const inCommands = await used('main/cli');
    expect(allowed('local')).toEqual(names.filter((name) => inCommands.has(name)));
  });
});

describe('a page', () => {
  test('may access only files chosen by the user', async () => {
    const paths = createPagePaths(() => []);
    const input = { paths: ['/a.apk'], commit: undefined };
    await expect(paths.check('uploads.add', input)).rejects.toMatchObject({ code: 'bridge/fileNotChosen' });
    paths.allowFile('/a.apk');
    await paths.check('uploads.add', input);
    const commit = { repository: '/a', id: '0'.repeat(40) };
    await expect(paths.check('uploads.add', { ...input, commit })).rejects.toMatchObject({
      code: 'bridge/notForPages',
    });
  });

  test.skipIf(isWindows)('may access only the mapping file of a checked project', async () => {
    const [folder, outside] = [await temporaryFolder(), await temporaryFolder()];
    const mapping = join(folder, 'config', 'Android', 'pushnotification.json');
    const paths = createPagePaths(() => []);
    const refusal = { code: 'bridge/projectNotChecked' };
    await expect(paths.check('push.mapping.save', { path: mapping })).rejects.toMatchObject(refusal);
    await expect(paths.check('push.project.fix', { folder })).rejects.toMatchObject(refusal);
    paths.allowFolder(folder);
    await paths.check('push.mapping.save', { path: mapping });
    await paths.check('push.project.fix', { folder });
    for (const path of [
      join(folder, 'config', 'project.json'),
      `${mapping}/../../../../x.json`,
      '/etc/passwd',
    ]) {
      await expect(paths.check('push.mapping.open', { path })).rejects.toMatchObject(refusal);
    }
    await mkdir(join(folder, 'config'));
    await writeFile(join(outside, 'pushnotification.json'), '{}');
    await symlink(outside, join(folder, 'config', 'Android'));
    await expect(paths.check('push.mapping.open', { path: mapping })).rejects.toMatchObject(refusal);
  });
});
