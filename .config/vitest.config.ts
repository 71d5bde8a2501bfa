import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testEnvironment } from '../test/environment.ts';

// Inherited by the workers and all they start.
Object.assign(process.env, testEnvironment());

/** `npm run test:slow`; see test/README.md. */
const slow = ['test/{faults,contract/storage}/**/*.test.ts', 'test/**/*.slow.test.ts'];

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    cache: false,
    projects: [
      // Without state of their own between them, so they share a process: starting one takes longer than most of them.
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
    // Much of the time is spent on waiting for real sockets and clocks, so two cores carry two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
