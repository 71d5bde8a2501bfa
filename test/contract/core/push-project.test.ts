/** Push calls for projects and mapping files, on real folders. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBridge } from '../../../main/bridge/bridge.ts';
import type { HostAbilities } from '../../../main/bridge/host-abilities.ts';
import type { CallArguments, CallName, CallResult, ProjectView } from '../../../preload/page.ts';
import { goodMapping, writeWorkspaceFiles } from '../../fakes/push-workspace.ts';
import { hasModes, isWindows } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { openCore, writeBuild } from './core-world.ts';

/** No call in this file uses the host. */
const noHost = {} as HostAbilities;

async function openPush() {
  const dataDir = await temporaryFolder();
  const { core, close } = await openCore(dataDir);
  const bridge = createBridge(core, noHost);
  const call = async <Name extends CallName>(name: Name, values: CallArguments<Name>) => {
    const outcome = await bridge.call(name, values);
    if (!outcome.ok) throw Object.assign(new Error(outcome.message), { code: outcome.code });
    return outcome.value as CallResult<Name>;
  };
  return { call, close, dataDir };
}

const fails = (code: string) => expect.objectContaining({ code });

async function project(changed: Parameters<typeof writeWorkspaceFiles>[1] = {}): Promise<string> {
  const folder = await temporaryFolder();
  await writeWorkspaceFiles(folder, changed);
  return folder;
}

const ruleIn = ({ rules }: ProjectView, name: string) => {
  const found = rules.find(({ rule }) => rule === name);
  if (!found) throw new Error(`no rule ${name}`);
  return found;
};

const entitlementsIn = (folder: string): string => join(folder, 'config/iOS/app.entitlements');

test('only two rules are inconclusive in the check of a correct project', async () => {
  const { call } = await openPush();
  const folder = await project();
  const report = await call('push.project.check', { folder });
  expect(report).toMatchObject({
    folder,
    mappingPath: join(folder, 'config/Android/pushnotification.json'),
    verdict: 'unclear',
  });
  const open = report.rules.filter(({ verdict }) => verdict !== 'pass').map(({ rule }) => rule);
  expect(open).toEqual(['icon', 'published']);
  expect(ruleIn(report, 'entitlements').findings[0]?.path).toBe(entitlementsIn(folder));
  const message = '{"data": {"notification": {"icon": "bell", "tone": "ping.wav"}}}';
  const withMessage = await call('push.project.check', { folder, message });
  expect(ruleIn(withMessage, 'icon').verdict).toBe('pass');
  const build = await writeBuild(await temporaryFolder(), 'notes.apk', 7);
  const compared = await call('push.project.check', { folder, build });
  expect(ruleIn(compared, 'build-permission').findings[0]?.path).toBe(build);
});

test('the eight most recent projects survive a restart', async () => {
  const { call, close, dataDir } = await openPush();
  const folders = await Promise.all(Array.from({ length: 9 }, () => temporaryFolder()));
  for (const folder of folders) await call('push.project.check', { folder });
  const expected = folders.toReversed().slice(0, 8);
  expect(await call('push.project.recent', {})).toEqual(expected);
  await call('push.project.check', { folder: expected[3] ?? '' });
  const [first = '', ...rest] = await call('push.project.recent', {});
  expect(first).toBe(expected[3]);
  expect(await call('push.project.forget', { folder: first })).toEqual(rest);
  await close();
  const { core } = await openCore(dataDir);
  expect(core.pushProjects.recent()).toEqual(rest);
});

test('a failed check reports the reason and does not save the project', async () => {
  const { call } = await openPush();
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(call('push.project.check', { folder: file })).rejects.toEqual(fails('push/noFolder'));
  const gone = join(folder, 'gone');
  await expect(call('push.project.check', { folder: gone })).rejects.toEqual(fails('file/missing'));
  await expect(call('push.project.check', { folder: 'notes' })).rejects.toEqual(fails('push/notFullPath'));
  await expect(call('push.project.check', { folder, build: 'a.apk' })).rejects.toEqual(
    fails('push/notFullPath'),
  );
  await expect(call('push.project.check', { folder, message: '{' })).rejects.toEqual(
    fails('push/messageNotJson'),
  );
  await expect(call('push.project.check', { folder, build: file })).rejects.toEqual(
    expect.objectContaining({ code: expect.stringMatching(/^package\//) }),
  );
  expect(await call('push.project.recent', {})).toEqual([]);
});

test('a fix applies the change that was shown and can be undone', async () => {
  const { call } = await openPush();
  const folder = await project({ 'config/iOS/app.entitlements': null });
  const rule = 'entitlements';
  const { fix, findings } = ruleIn(await call('push.project.check', { folder }), rule);
  expect(findings).toMatchObject([{ file: 'config/iOS/app.entitlements', path: null }]);
  if (!fix) throw new Error('no fix');
  await expect(call('push.project.undoFix', { folder })).rejects.toEqual(fails('push/nothingToUndo'));
  await call('push.project.fix', { folder, rule, change: fix.change });
  expect(await readFile(entitlementsIn(folder), 'utf8')).toContain('aps-environment');
  expect(ruleIn(await call('push.project.check', { folder }), rule).verdict).toBe('pass');
  await call('push.project.undoFix', { folder });
  await expect(stat(entitlementsIn(folder))).rejects.toThrow('ENOENT');
  await expect(call('push.project.undoFix', { folder })).rejects.toEqual(fails('push/nothingToUndo'));
});

test('a fix that edits or renames a file can be undone', async () => {
  const { call } = await openPush();
  const older = '{"notification": {"title": "t", "v21": {"channelId": "c"}}}';
  const folder = await project({
    'config/Android/pushnotification.json': older,
    'config/iOS/app.entitlements': null,
    'config/iOS/app.entitlements.plist': 'x',
  });
  const report = await call('push.project.check', { folder });
  for (const [rule, file] of [
    ['mapping', 'config/Android/pushnotification.json'],
    ['entitlements', 'config/iOS/app.entitlements.plist'],
  ] as const) {
    const before = await readFile(join(folder, file), 'utf8');
    const { fix } = ruleIn(report, rule);
    if (!fix) throw new Error(`no fix for ${rule}`);
    await call('push.project.fix', { folder, rule, change: fix.change });
    expect(await readFile(join(folder, file), 'utf8').catch(() => null)).not.toBe(before);
    await call('push.project.undoFix', { folder });
    expect(await readFile(join(folder, file), 'utf8')).toBe(before);
  }
});

test('a fix rejects a change that was not shown or belongs to another rule', async () => {
  const { call } = await openPush();
  const folder = await project({ 'config/iOS/app.entitlements': null });
  const { fix } = ruleIn(await call('push.project.check', { folder }), 'entitlements');
  if (fix?.change.kind !== 'write') throw new Error('no fix');
  const refused = fails('push/fileModified');
  const own = { ...fix.change, after: 'anything' };
  const elsewhere = { ...fix.change, file: 'config/other.txt' };
  for (const change of [own, elsewhere]) {
    await expect(call('push.project.fix', { folder, rule: 'entitlements', change })).rejects.toEqual(refused);
  }
  await expect(call('push.project.fix', { folder, rule: 'permission', change: fix.change })).rejects.toEqual(
    refused,
  );
  await expect(stat(entitlementsIn(folder))).rejects.toThrow('ENOENT');
  await expect(stat(join(folder, 'config/other.txt'))).rejects.toThrow('ENOENT');
});

test('an undo does not overwrite a later change', async () => {
  const { call } = await openPush();
  const folder = await project({ 'config/iOS/app.entitlements': null });
  const { fix } = ruleIn(await call('push.project.check', { folder }), 'entitlements');
  if (!fix) throw new Error('no fix');
  await call('push.project.fix', { folder, rule: 'entitlements', change: fix.change });
  await writeFile(entitlementsIn(folder), 'mine');
  await expect(call('push.project.undoFix', { folder })).rejects.toEqual(fails('push/fileModified'));
  expect(await readFile(entitlementsIn(folder), 'utf8')).toBe('mine');
});

test.runIf(hasModes)('a saved mapping file keeps its line endings, BOM, mode and symlink', async () => {
  const { call } = await openPush();
  const folder = await temporaryFolder();
  const real = join(folder, 'shared.json');
  const path = join(folder, 'pushnotification.json');
  await writeFile(real, `\uFEFF${goodMapping.replaceAll('\n', '\r\n')}`);
  await chmod(real, 0o640);
  await symlink(real, path);
  const opened = await call('push.mapping.open', { path });
  expect(opened).toEqual({ path, text: goodMapping });
  const text = await call('push.mapping.edit', {
    text: opened.text,
    edit: { kind: 'set', property: 'sound', key: 'ring' },
  });
  expect(await call('push.mapping.save', { path, before: opened.text, text })).toEqual({ path, text });
  const saved = goodMapping.replace('"tone"', '"ring"').replaceAll('\n', '\r\n');
  expect(await readFile(real, 'utf8')).toBe(`\uFEFF${saved}`);
  expect((await stat(real)).mode & 0o777).toBe(0o640);
});

test('a save refuses to overwrite a file that was changed or not opened', async () => {
  const { call } = await openPush();
  const folder = await temporaryFolder();
  const path = join(folder, 'a', 'pushnotification.json');
  const save = (before: string | null, text = '{}') => call('push.mapping.save', { path, before, text });
  await save(null);
  await expect(save(null)).rejects.toEqual(fails('push/fileExists'));
  await writeFile(path, '{"theirs": 1}');
  await expect(save('{}', '{"mine": 1}')).rejects.toEqual(fails('push/fileChanged'));
  expect(await readFile(path, 'utf8')).toBe('{"theirs": 1}');
  await unlink(path);
  await expect(save('{}')).rejects.toEqual(fails('push/fileGone'));
  await expect(call('push.mapping.save', { path: `${path}.txt`, before: null, text: '' })).rejects.toEqual(
    fails('push/notJsonName'),
  );
  await expect(call('push.mapping.save', { path: 'a.json', before: null, text: '' })).rejects.toEqual(
    fails('push/notFullPath'),
  );
});

test('a file that is not a mapping file is refused with the reason', async () => {
  const { call } = await openPush();
  const folder = await temporaryFolder();
  const path = join(folder, 'pushnotification.json');
  const open = () => call('push.mapping.open', { path });
  await expect(open()).rejects.toEqual(fails('file/missing'));
  await writeFile(path, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
  await expect(open()).rejects.toEqual(fails('push/notText'));
  await writeFile(path, Buffer.alloc(1024 * 1024 + 1, 0x20));
  await expect(open()).rejects.toEqual(fails('push/notMappingSize'));
  await unlink(path);
  await mkdir(path);
  await expect(open()).rejects.toEqual(fails('push/notText'));
  await expect(call('push.mapping.open', { path: 'x.json' })).rejects.toEqual(fails('push/notFullPath'));
});

test.skipIf(isWindows)('a named pipe is refused without waiting for it', async () => {
  const { call } = await openPush();
  const path = join(await temporaryFolder(), 'pushnotification.json');
  execFileSync('mkfifo', [path]);
  await expect(call('push.mapping.open', { path })).rejects.toEqual(fails('push/notText'));
});

test('the mapping template is valid', async () => {
  const { call } = await openPush();
  const text = await call('push.mapping.template', {});
  const form = await call('push.mapping.read', { text });
  expect(form).toMatchObject({ format: 'version-2', version: 'right', problems: [] });
  await expect(
    call('push.mapping.edit', { text: '[', edit: { kind: 'set', property: 'title', key: 'k' } }),
  ).rejects.toEqual(fails('push/notJson'));
  expect(await call('push.mapping.pathIn', { folder: join('/', 'notes') })).toBe(
    join('/', 'notes', 'config', 'Android', 'pushnotification.json'),
  );
});
