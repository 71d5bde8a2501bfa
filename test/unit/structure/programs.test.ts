/** Only a few files may start other programs. */
import { expect, test } from 'vitest';
import { importsOf, sourceOf, sources } from './imports.ts';

/** All files except `programs.ts` pass an absolute path, so that they do not search the PATH. */
const starters = [
  'main/base/files/private-folder.ts', // Needs a synchronous call. The programs are in System32.
  'main/base/programs.ts',
  'main/cli/run/desktop.ts', // Starts Node itself and the Electron of this checkout.
  'main/shell/updates/update-signature.ts', // Also needs the error output.
  'main/web/open-external.ts', // Starts programs that outlive Slipway.
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
