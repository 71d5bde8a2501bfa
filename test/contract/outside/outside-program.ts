/** Programs of other people, run as they are installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export type Run = { readonly code: number | null; readonly stdout: Buffer; readonly stderr: string };

/** Whether a program can be run with these arguments; says so where not, because tests are then left out. */
export function canRun(program: string, parameters: readonly string[]): boolean {
  const { status, error } = spawnSync(program, parameters, { stdio: 'ignore' });
  const able = error === undefined && status === 0;
  if (!able) console.log(`${program} cannot be run here, so what it would prove is left out.`);
  return able;
}

/** Runs a program to its end, with `input` on stdin. */
export async function run(program: string, parameters: readonly string[], input = ''): Promise<Run> {
  const child = spawn(program, parameters);
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout: Buffer.concat(stdout), stderr };
}
