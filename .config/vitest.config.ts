import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { surroundings } from '../test/surroundings.ts';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/{unit,contract,faults}/**/*.test.ts'],
    environment: 'node',
    env: surroundings(),
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    cache: false,
    // Much of the time is spent on waiting for real sockets and clocks, so two cores carry two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
