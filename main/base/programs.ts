/** Runs system programs by absolute path, never programs in the working directory. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, win32 } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, withoutSecrets } from './environment.ts';

const execute = promisify(execFile);

export type RunOptions = {
  readonly timeoutMs: number;
  readonly environment?: Environment;
};

/** Returns the output. Throws if the path is relative, the program fails or the time limit expires. */
export async function runProgram(
  path: string,
  words: readonly string[],
  { timeoutMs, environment }: RunOptions,
): Promise<string> {
  if (!isAbsolute(path)) throw new Error(`The path of a program must be absolute: ${path}`);
  const env = { ...withoutSecrets(process.env), ...environment };
  const options = { env, timeout: timeoutMs, maxBuffer: 1024 * 1024, windowsHide: true };
  const { stdout } = await execute(path, [...words], options);
  return stdout;
}

/** Returns the path of a program in PATH, ignoring relative folders; null if not found. */
export function findProgram(name: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? null;
}

/** Returns the absolute path of a program in Windows' System32 folder. */
export function windowsProgram(name: string, environment: Environment = process.env): string {
  return win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
}

export const powerShell = String.raw`WindowsPowerShell\v1.0\powershell.exe`;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
