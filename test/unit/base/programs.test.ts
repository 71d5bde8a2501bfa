import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findProgram, powerShell, runProgram, windowsProgram } from '../../../main/base/programs.ts';
import { isWindows } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

async function folderWith(name: string): Promise<string> {
  const folder = await temporaryFolder();
  const path = join(folder, isWindows ? `${name}.exe` : name);
  await writeFile(path, '#!/bin/sh\necho "$SLIPWAY_TOKEN$ADDED"\n');
  await chmod(path, 0o755);
  return folder;
}

describe('findProgram', () => {
  test('ignores empty and relative entries of PATH', async () => {
    const [own, other] = [await folderWith('tool'), await temporaryFolder()];
    await mkdir(join(other, isWindows ? 'tool.exe' : 'tool'));
    vi.stubEnv('PATH', ['', '.', relative(process.cwd(), own), other].join(delimiter));
    expect(findProgram('tool')).toBeNull();
    vi.stubEnv('PATH', [other, own].join(delimiter));
    expect(findProgram('tool')).toBe(join(own, isWindows ? 'tool.exe' : 'tool'));
    expect(findProgram('none')).toBeNull();
  });
});

describe('windowsProgram', () => {
  test('returns a path in System32', () => {
    expect(windowsProgram('net.exe', { SystemRoot: 'D:\\Windows' })).toBe('D:\\Windows\\System32\\net.exe');
    expect(windowsProgram(powerShell, {})).toBe(
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    );
  });
});

describe('runProgram', () => {
  test('rejects a relative path', async () => {
    await expect(runProgram('node', ['--version'], { timeoutMs: 5_000 })).rejects.toThrow('absolute');
  });

  test.skipIf(isWindows)('passes added variables and no secrets', async () => {
    vi.stubEnv('SLIPWAY_TOKEN', 'secret');
    const program = join(await folderWith('tool'), 'tool');
    const options = { timeoutMs: 5_000, environment: { ADDED: 'added' } };
    expect(await runProgram(program, [], options)).toBe('added\n');
  });
});
