import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { cliErrors } from '../errors.ts';
import { type Interrupt, unlessInterrupted } from './interrupt.ts';

/**
 * Asks on the terminal, one question after the other; what is typed is not shown. `variable` can be set instead. Throws
 * `cli/noTerminal` when nobody can be asked, and an abort for Ctrl-C and the end of the input.
 */
export async function askSecrets(
  questions: readonly string[],
  variable: string,
  interrupt: Interrupt,
): Promise<readonly string[]> {
  if (!process.stdin.isTTY) throw cliErrors.noTerminal({ variable });
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const keys = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 });
  keys.once('SIGINT', () => keys.close());
  const lines = keys[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stderr.write(question);
      const line = await unlessInterrupted(interrupt, lines.next());
      process.stderr.write('\n');
      if (line.done) throw AbortSignal.abort().reason;
      answers.push(line.value);
    }
    return answers;
  } finally {
    keys.close();
  }
}
