import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { runCli } from '../../../main/cli/cli.ts';
import type { Ended } from './run-slipway.ts';

/** Runs a command in this process. Calls with an environment must not overlap: they change `process.env`. */
export async function slipwayHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()];
  const given = Object.entries(environment);
  for (const [name, value] of given) vi.stubEnv(name, value);
  try {
    const code = await runCli(words, { stdout: stdout.stream, stderr: stderr.stream });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    if (given.length > 0) vi.unstubAllEnvs();
  }
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
