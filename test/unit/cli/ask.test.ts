import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const path = resolve(import.meta.dirname, '../../../main/cli/terminal/ask.ts');
const program = `
  import { ask } from ${JSON.stringify(pathToFileURL(path).href)};
  const interrupt = { requested: new Promise(() => {}), signal: new AbortController().signal };
  const questions = [{ question: 'User name: ' }, { question: 'Password: ', hidden: true }];
  console.log(JSON.stringify(await ask(questions, interrupt)));
`;

test('ask echoes answers unless they are hidden', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const answers = text(child.stdout);
  let echo = '';
  const replies: Record<string, string> = { 'User name: ': 'ada\n', 'Password: ': 'secret\n' };
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    echo += chunk;
    for (const [question, reply] of Object.entries(replies)) {
      if (!echo.includes(question)) continue;
      delete replies[question];
      child.stdin.write(reply);
    }
  });
  await once(child, 'close');
  expect(JSON.parse(await answers)).toEqual(['ada', 'secret']);
  expect(echo).toContain('User name: ada');
  expect(echo).not.toContain('secret');
});
