import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Returns words that sh and cmd interpret differently, and programs that npm cannot find. */
function unportableTokens(script: string): readonly string[] {
  return script.split(' && ').flatMap((command) => {
    const [program = '', ...words] = command.split(' ');
    const isProgram = program === 'node' || existsSync(join(root, 'node_modules', '.bin', program));
    return [...(isProgram ? [] : [program]), ...words.filter((word) => !/^[\w.,:/=-]+$/.test(word))];
  });
}

test('every npm script works in the shells of Linux, macOS and Windows', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const wrong = Object.entries(scripts).flatMap(([name, script]) =>
    unportableTokens(script).map((word) => `${name}: ${word}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["vitest run 'test/unit'", "'test/unit'"],
  ['biome check test/*', 'test/*'],
  ['CI=true vitest run', 'CI=true'],
  ['vite build; node out/main/index.js', 'build;'],
  ['vite build & node out/main/index.js', '&'],
  ['node test/run.ts $HOME', '$HOME'],
  ['node test/run.ts %HOME%', '%HOME%'],
  ['rm -rf out && vite build', 'rm'],
  ['./.ci/run', './.ci/run'],
])('the script “%s” is rejected because of “%s”', (script, word) => {
  expect(unportableTokens(script)).toContain(word);
});
