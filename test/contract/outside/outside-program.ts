/** Runs installed third-party programs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export type Run = { readonly code: number | null; readonly stdout: Buffer; readonly stderr: string };

/** Returns true if a program runs with these arguments. Otherwise logs that its tests are skipped. */
export function canRun(program: string, parameters: readonly string[]): boolean {
  const { status, error } = spawnSync(program, parameters, { stdio: 'ignore' });
  const able = error === undefined && status === 0;
  if (!able) console.log(`${program} cannot be run here, so its tests are skipped.`);
  return able;
}

/** Runs a program with `input` on stdin and returns its output. */
export async function run(program: string, parameters: readonly string[], input = ''): Promise<Run> {
  const child = spawn(program, parameters);
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // The program may exit before it reads its input.
  child.stdin.on('error', () => null);
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout: Buffer.concat(stdout), stderr };
}
