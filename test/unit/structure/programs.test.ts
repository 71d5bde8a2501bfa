/** Files that may start programs. */
import { expect, test } from 'vitest';
import { importsOf, sourceOf, sources } from './imports.ts';

/** All but `programs.ts` start only programs whose absolute path is given. */
const starters = [
  'main/base/files/private-folder.ts', // Synchronous, from System32.
  'main/base/programs.ts',
  'main/cli/run/desktop.ts', // Node itself, and the Electron of this checkout.
  'main/shell/updates/update-signature.ts', // Reads the error output, too.
  'main/web/open-external.ts', // Programs that outlive Slipway.
];

const files = (await Promise.all(['main', 'preload', 'renderer'].map(sources))).flat();

test('only the listed files start programs, never by a bare name', () => {
  const importers = files.filter((file) =>
    importsOf(file, sourceOf(file)).some(({ to }) => /^(node:)?child_process$/.test(to)),
  );
  expect(importers.toSorted()).toEqual(starters);
  const bare = starters.filter((file) =>
    /\b(execFile|spawn|fork|exec)(Sync)?\(\s*['"`]/.test(sourceOf(file)),
  );
  expect(bare).toEqual([]);
});

test('only run-git.ts looks up git', () => {
  const callers = files.filter((file) => sourceOf(file).includes("findProgram('git')"));
  expect(callers).toEqual(['main/core/run-git.ts']);
});
