import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyFix } from '../../../main/push/checks/check-workspace.ts';
import type { RuleId } from '../../../main/push/checks/findings.ts';
import {
  goodEntitlements,
  goodFiles,
  goodManifest,
  goodMapping,
  goodMessage,
  wavFile,
} from '../../fakes/push-workspace.ts';
import { hasLinks, hasModes, isWindows, renamesCase } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { entitlementsFile, manifestFile, mappingFile } from './broken-workspaces.ts';
import { ruleOf } from './check-workspace.ts';
import { writeWorkspace } from './workspace-files.ts';

describe('fixes', () => {
  type Fixable = readonly [
    string,
    Readonly<Record<string, string | Buffer | null>>,
    RuleId,
    string,
    string | null,
  ];
  const capitals = 'a file extension in capitals';
  const fixable: readonly Fixable[] = [
    ['a missing mapping', { [mappingFile]: null }, 'mapping-file', mappingFile, null],
    [
      'a mapping without version',
      { [mappingFile]: '{"notification": {"channelId": "c"}}' },
      'mapping',
      mappingFile,
      '{"notification": {"channelId": "c"}, "configuration_version": "2"}',
    ],
    [
      'an older mapping',
      { [mappingFile]: '{"title": {"data": {"t": ""}}}' },
      'mapping',
      mappingFile,
      '{"notification": {"title": "t"}, "configuration_version": "2"}',
    ],
    ['missing entitlements', { [entitlementsFile]: null }, 'entitlements', entitlementsFile, null],
    [
      'entitlements with another file name',
      { [entitlementsFile]: null, 'config/iOS/My.entitlements': goodEntitlements },
      'entitlements',
      entitlementsFile,
      goodEntitlements,
    ],
    [
      'entitlements without the key',
      { [entitlementsFile]: '<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict></plist>' },
      'entitlements',
      entitlementsFile,
      '<plist>\r\n<dict>\r\n\t<key>aps-environment</key>\r\n\t<string>production</string>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict></plist>',
    ],
    [
      'empty entitlements',
      { [entitlementsFile]: '<plist><dict/></plist>' },
      'entitlements',
      entitlementsFile,
      null,
    ],
    [
      'a wrong entitlement',
      {
        [entitlementsFile]: goodEntitlements.replace('<string>production</string>', '<array><true/></array>'),
      },
      'entitlements',
      entitlementsFile,
      goodEntitlements,
    ],
    [capitals, { 'config/resources/Pong.WAV': wavFile() }, 'sounds', 'config/resources/Pong.wav', null],
    [
      'a missing permission',
      { [manifestFile]: goodManifest.replace(/.*POST_NOTIFICATIONS.*\n/, '') },
      'permission',
      manifestFile,
      goodManifest,
    ],
  ];

  test.each(fixable.filter(([name]) => renamesCase || name !== capitals))(
    'repair %s, and the rule then passes',
    async (_, files, rule, file, text) => {
      const folder = await writeWorkspace(files);
      const { fix } = await ruleOf(folder, rule);
      if (!fix) throw new Error('no fix was offered');
      await applyFix(folder, fix);
      const after = await readFile(join(folder, file), 'utf8');
      if (text !== null) expect(after).toBe(text);
      expect(await ruleOf(folder, rule, { message: goodMessage })).toMatchObject({
        verdict: 'pass',
        fix: null,
      });
      // No temporary file is left, and no other file has changed.
      const all = await readdir(folder, { recursive: true });
      expect(all.filter((name) => name.endsWith('.part'))).toEqual([]);
      for (const [path, content] of Object.entries(goodFiles)) {
        if (path !== file && !(path in files))
          expect(await readFile(join(folder, path))).toEqual(Buffer.from(content));
      }
    },
  );

  test('include the conversion of an older mapping, although the rule passes', async () => {
    const folder = await writeWorkspace({ [mappingFile]: '{"title": {"data": {"t": ""}}}' });
    expect(await ruleOf(folder, 'mapping')).toMatchObject({
      verdict: 'pass',
      findings: [
        {},
        { verdict: 'pass', message: expect.stringContaining('oldest format'), line: 1 },
        { verdict: 'pass', message: expect.stringContaining('data.t → data.notification.t'), line: 1 },
      ],
      fix: {
        title:
          'Convert the file to version 2, with the same keys; senders must then use data.t → data.notification.t',
      },
    });
  });

  test.runIf(hasModes)('preserve the permissions of the file', async () => {
    const folder = await writeWorkspace({ [mappingFile]: '{"title": {"data": {"t": ""}}}' });
    await chmod(join(folder, mappingFile), 0o640);
    const { fix } = await ruleOf(folder, 'mapping');
    if (fix) await applyFix(folder, fix);
    expect((await stat(join(folder, mappingFile))).mode & 0o777).toBe(0o640);
  });

  test('do not overwrite a file that has changed since the check', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      [entitlementsFile]: '<plist><dict/></plist>',
    });
    const missing = (await ruleOf(folder, 'mapping-file')).fix;
    const wrong = (await ruleOf(folder, 'entitlements')).fix;
    if (!missing || !wrong) throw new Error('no fix was offered');
    await writeFile(join(folder, mappingFile), 'mine');
    await writeFile(join(folder, entitlementsFile), goodEntitlements);
    const changed = expect.objectContaining({ code: 'push/fileModified' });
    await expect(applyFix(folder, missing)).rejects.toEqual(changed);
    await expect(applyFix(folder, wrong)).rejects.toEqual(changed);
    expect(await readFile(join(folder, mappingFile), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, entitlementsFile), 'utf8')).toBe(goodEntitlements);
  });

  test('do not overwrite a file whose name differs only in letter case', async () => {
    const other = 'config/android/pushnotification.json';
    const folder = await writeWorkspace({ [mappingFile]: null, [other]: goodMapping });
    const change = { kind: 'write', file: mappingFile, before: null, after: 'x' } as const;
    const applied = applyFix(folder, { change });
    await (isWindows ? expect(applied).rejects.toMatchObject({ code: 'push/fileModified' }) : applied);
    expect(await readFile(join(folder, other), 'utf8')).toBe(goodMapping);
  });

  // Skipped on Windows, where file names are case-insensitive, so both names would be the same file.
  test.skipIf(isWindows)('do not replace an existing file by a rename', async () => {
    const folder = await writeWorkspace({ 'config/resources/Pong.WAV': wavFile() });
    const { fix } = await ruleOf(folder, 'sounds');
    if (!fix) throw new Error('no fix was offered');
    await writeFile(join(folder, 'config/resources/Pong.wav'), 'mine');
    await expect(applyFix(folder, fix)).rejects.toMatchObject({ code: 'push/fileModified' });
    expect(await readFile(join(folder, 'config/resources/Pong.wav'), 'utf8')).toBe('mine');
  });
});

describe.runIf(hasLinks)('the check of a workspace with symlinks', () => {
  test('neither reads nor changes the target outside the workspace', async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, 'secret.json'), '{"title": {"data": {"t": ""}}}');
    const folder = await writeWorkspace({ [mappingFile]: null });
    await mkdir(join(folder, 'config/Android'), { recursive: true });
    await symlink(join(outside, 'secret.json'), join(folder, mappingFile));
    expect(await ruleOf(folder, 'mapping-file')).toMatchObject({
      verdict: 'unclear',
      findings: [{ message: expect.stringContaining('leads out of the workspace') }],
      fix: null,
    });
    const change = { kind: 'write', file: mappingFile, before: null, after: 'x' } as const;
    await expect(applyFix(folder, { change })).rejects.toMatchObject({
      code: 'push/fileModified',
    });
    expect(await readFile(join(outside, 'secret.json'), 'utf8')).toContain('title');
  });

  test('neither reads nor changes a folder outside the workspace', async () => {
    const outside = await temporaryFolder();
    const folder = await writeWorkspace();
    await rename(join(folder, 'config', 'iOS'), join(outside, 'iOS'));
    await symlink(join(outside, 'iOS'), join(folder, 'config', 'iOS'));
    expect((await ruleOf(folder, 'entitlements')).verdict).toBe('unclear');
    for (const file of ['config/iOS/new.txt', '../new.txt', '../../x/new.txt']) {
      const change = { kind: 'write', file, before: null, after: 'x' } as const;
      await expect(applyFix(folder, { change })).rejects.toMatchObject({
        code: expect.stringMatching(/^push\/(isLink|fileModified)$/),
      });
    }
    expect(await readdir(join(outside, 'iOS'))).toEqual(['app.entitlements']);
  });

  test('follows a symlink within the workspace but does not overwrite it', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      'shared/map.json': '{"title": {"data": {"t": ""}}}',
    });
    await symlink('../../shared/map.json', join(folder, mappingFile));
    const { verdict, fix } = await ruleOf(folder, 'mapping');
    expect(verdict).toBe('pass');
    if (!fix) throw new Error('no fix was offered');
    await expect(applyFix(folder, fix)).rejects.toMatchObject({ code: 'push/isLink' });
  });

  test('reports a symlink loop and a folder instead of a file', async () => {
    const folder = await writeWorkspace({
      [mappingFile]: null,
      [manifestFile]: null,
      'config/Android/other.txt': '',
    });
    await symlink('pushnotification.json', join(folder, mappingFile));
    await mkdir(join(folder, manifestFile));
    expect((await ruleOf(folder, 'mapping-file')).findings[0]?.message).toContain('ELOOP');
    expect((await ruleOf(folder, 'permission')).findings[0]?.message).toContain('it is a folder');
  });
});
