import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testEnvironment } from '../test/environment.ts';

// Variables are inherited by the workers and their child processes.
Object.assign(process.env, testEnvironment());

/** Tests that `npm run test:slow` runs; see test/README.md. */
const slow = ['test/{faults,contract/storage}/**/*.test.ts', 'test/**/*.slow.test.ts'];

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // The default is one second, which a busy machine exceeds.
    expect: { poll: { timeout: 60_000 } },
    passWithNoTests: false,
    cache: false,
    projects: [
      // Share no state, so they can run in one process. Starting one takes longer than most of them.
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/{unit,contract}/**/*.test.ts'],
          exclude: slow,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
    // Tests mostly wait for real sockets and timers, so two cores can run two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
