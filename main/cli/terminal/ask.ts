import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { cliErrors } from '../errors.ts';
import { type Interrupt, unlessInterrupted } from './interrupt.ts';

/** `hidden`: input is not echoed. */
export type Question = { readonly question: string; readonly hidden?: boolean };

/**
 * Prompts for secrets without echo. Without a terminal, throws `cli/noTerminal`, which names `variable`.
 * Throws an abort error on Ctrl-C or end of input.
 */
export async function askSecrets(
  questions: readonly string[],
  variable: string,
  interrupt: Interrupt,
): Promise<string[]> {
  if (!process.stdin.isTTY) throw cliErrors.noTerminal({ variable });
  return ask(
    questions.map((question) => ({ question, hidden: true })),
    interrupt,
  );
}

/** Prompts on the terminal, one question at a time. Throws an abort error on Ctrl-C or end of input. */
export async function ask(questions: readonly Question[], interrupt: Interrupt): Promise<string[]> {
  if (questions.length === 0) return [];
  let isHidden = true;
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const keys = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 });
  keys.once('SIGINT', () => keys.close());
  const lines = keys[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const { question, hidden = false } of questions) {
      process.stderr.write(question);
      isHidden = hidden;
      const line = await unlessInterrupted(interrupt, lines.next());
      if (hidden) process.stderr.write('\n');
      if (line.done) throw AbortSignal.abort().reason;
      answers.push(line.value);
    }
    return answers;
  } finally {
    keys.close();
  }
}
